/**
 * Traces by OpenTelemetry: a request with its statements and storage calls, and the tasks that it starts. Only this file
 * knows the library, and it is loaded only if traces are configured. Other files report through diagnostic channels and
 * know nothing of traces. Traces contain no values, keys, addresses or tokens.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { TracingChannel } from 'node:diagnostics_channel'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TracesConfig } from '../config/traces.ts'
import { statements } from '../database/connect.ts'
import { storageCalls } from '../files/observed-storage.ts'
import { toLoggedPath } from '../http/request-log.ts'
import { entering, type QueueEntry } from '../tasks/queue.ts'
import { taskRuns } from '../tasks/worker.ts'

export interface Tracing {
  addTo(app: FastifyInstance): void
  close(): Promise<void>
}

/** What monitors ask all day is not worth a trace. */
const UNTRACED = new Set(['/healthz', '/readyz', '/metrics'])
/** How long the last traces may take to be sent (in ms). */
const LAST_SENDING = 1_000

export async function startTracing(config: TracesConfig, version: string): Promise<Tracing> {
  const provider = await makeProvider(config, version)
  const tracer = provider.getTracer('plenum', version)
  /** Where in which trace the present work belongs. Work outside of a request or a task is not traced. */
  const place = new AsyncLocalStorage<Context>()
  const forget = [
    follow(tracer, place, statements, ({ text }) => ({
      name: text.trimStart().split(/\s/, 1)[0]!.toUpperCase(),
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
    })),
    follow(tracer, place, storageCalls, ({ operation, kind }) => ({
      name: `storage ${operation}`,
      attributes: { 'plenum.storage.kind': kind },
    })),
    followTasks(tracer, place),
  ]
  return {
    addTo: (app) => traceRequests(app, tracer, place),
    async close() {
      for (const one of forget) one()
      // A collector that does not respond must not delay the stop.
      await Promise.race([
        provider.shutdown().catch(() => undefined),
        delay(LAST_SENDING, undefined, { ref: false }),
      ])
    },
  }
}

const propagator = new W3CTraceContextPropagator()

function traceRequests(app: FastifyInstance, tracer: Tracer, place: AsyncLocalStorage<Context>): void {
  const places = new WeakMap<FastifyRequest, Context>()
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url
    if (route !== undefined && UNTRACED.has(route)) return done()
    const caller = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
    const attributes: Attributes = {
      'http.request.method': request.method,
      'url.path': toLoggedPath(request),
      ...(route !== undefined && { 'http.route': route }),
    }
    const name = route === undefined ? request.method : `${request.method} ${route}`
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, caller)
    const here = trace.setSpan(caller, span)
    places.set(request, here)
    place.run(here, done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const span = trace.getSpan(places.get(request) ?? ROOT_CONTEXT)
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    done()
  })
}

/** Creates a span for each call that the channel reports. */
function follow<Message extends object>(
  tracer: Tracer,
  place: AsyncLocalStorage<Context>,
  calls: TracingChannel<unknown, Message>,
  describe: (message: Message) => { name: string; attributes: Attributes },
): () => void {
  const spans = new WeakMap<object, Span>()
  const start = (message: unknown) => {
    const here = place.getStore()
    if (!here) return
    const { name, attributes } = describe(message as Message)
    spans.set(message as Message, tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, here))
  }
  calls.start.subscribe(start)
  const forgetEnds = endSpans(calls, spans)
  return () => {
    calls.start.unsubscribe(start)
    forgetEnds()
  }
}

/** A task belongs to the trace of the request that entered it, also when another process runs it. */
function followTasks(tracer: Tracer, place: AsyncLocalStorage<Context>): () => void {
  const spans = new WeakMap<object, Span>()
  const enter = (entry: unknown) => {
    const here = place.getStore()
    if (here) propagator.inject(here, entry as QueueEntry, defaultTextMapSetter)
  }
  entering.subscribe(enter)
  taskRuns.start.bindStore(place, (message) => {
    const { name, attempt, entry } = message
    const starter = propagator.extract(ROOT_CONTEXT, entry, defaultTextMapGetter)
    const attributes = { 'plenum.task.name': name, 'plenum.task.attempt': attempt }
    const span = tracer.startSpan(`task ${name}`, { kind: SpanKind.CONSUMER, attributes }, starter)
    spans.set(message, span)
    return trace.setSpan(starter, span)
  })
  const forgetEnds = endSpans(taskRuns, spans)
  return () => {
    entering.unsubscribe(enter)
    taskRuns.start.unbindStore(place)
    forgetEnds()
  }
}

/** Ends the span of a message when the call has ended. */
function endSpans<Message extends object>(
  calls: TracingChannel<unknown, Message>,
  spans: WeakMap<object, Span>,
): () => void {
  const fail = (message: unknown) => {
    const { error } = message as { error: { name?: string; code?: string } }
    markFailed(spans.get(message as object), error)
  }
  const end = (message: unknown) => spans.get(message as object)?.end()
  calls.error.subscribe(fail)
  calls.asyncEnd.subscribe(end)
  return () => {
    calls.error.unsubscribe(fail)
    calls.asyncEnd.unsubscribe(end)
  }
}

/** Only the class of the error: its text may contain personal data. */
function markFailed(span: Span | undefined, { name, code }: { name?: string; code?: string }): void {
  span?.setAttribute('error.type', code ?? name ?? 'Error').setStatus({ code: SpanStatusCode.ERROR })
}

async function makeProvider(config: TracesConfig, version: string): Promise<TracerProvider> {
  const { OTLPTraceExporter } =
    config.protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto')
  const own = resourceFromAttributes({ 'service.name': config.serviceName, 'service.version': version })
  return new TracerProvider({
    resource: defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(own),
    sampler: samplerOf(config),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: config.url }) })],
  })
}

function samplerOf({ sampler, ratio }: TracesConfig): Sampler {
  const root = sampler.endsWith('traceidratio')
    ? new TraceIdRatioBasedSampler(ratio)
    : sampler.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new AlwaysOnSampler()
  return sampler.startsWith('parentbased') ? new ParentBasedSampler({ root }) : root
}
