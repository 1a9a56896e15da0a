/** A real receiver of OpenTelemetry traces, in the JSON form. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import type { Json } from '../test/support/service.ts'

export interface ReceivedSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  kind: string
  isFailed: boolean
  attributes: Record<string, unknown>
}

export interface Collector {
  url: string
  spans: ReceivedSpan[]
  /** What the senders say about themselves. */
  resources: Record<string, unknown>[]
  /** All that was received, as it came. */
  bodies: string[]
}

const KINDS = ['', 'internal', 'server', 'client', 'producer', 'consumer']
const FAILED = 2

export async function startCollector(): Promise<Collector> {
  const collector: Collector = { url: '', spans: [], resources: [], bodies: [] }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    collector.bodies.push(body)
    if (request.url === '/v1/traces') read(collector, JSON.parse(body))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  collector.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return collector
}

function read({ spans, resources }: Collector, { resourceSpans }: Json): void {
  for (const { resource, scopeSpans } of resourceSpans) {
    resources.push(plain(resource.attributes))
    for (const span of scopeSpans.flatMap((scope: Json) => scope.spans))
      spans.push({
        name: span.name,
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId || undefined,
        kind: KINDS[span.kind]!,
        isFailed: span.status?.code === FAILED,
        attributes: plain(span.attributes),
      })
  }
}

function plain(attributes: Json[]): Record<string, unknown> {
  const readValue = ({ stringValue, intValue }: Json) => stringValue ?? Number(intValue)
  return Object.fromEntries(attributes.map(({ key, value }) => [key, readValue(value)]))
}
