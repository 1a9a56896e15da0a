import type { Reader } from './reader.ts'

/** Where traces go and which are kept. Everything else is read by the OpenTelemetry library itself. */
export interface TracesConfig {
  url: string
  protocol: (typeof PROTOCOLS)[number]
  serviceName: string
  sampler: (typeof SAMPLERS)[number]
  /** For the samplers that keep a part: from 0 to 1. */
  ratio: number
}

const PROTOCOLS = ['http/protobuf', 'http/json'] as const
const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const
const LOCAL_COLLECTOR = 'http://localhost:4318'

/** Undefined unless an endpoint or the exporter is named: then no trace is made. */
export function readTraces(read: Reader): TracesConfig | undefined {
  const isDisabled = read.flag('OTEL_SDK_DISABLED')
  const exporter = read.choice('OTEL_TRACES_EXPORTER', ['otlp', 'none'], 'otlp')
  const base = read.optionalUrl('OTEL_EXPORTER_OTLP_ENDPOINT')
  const own = read.optionalUrl('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT')
  const traces: TracesConfig = {
    url: own ?? `${base ?? LOCAL_COLLECTOR}/v1/traces`,
    protocol: read.choice('OTEL_EXPORTER_OTLP_PROTOCOL', PROTOCOLS, 'http/protobuf'),
    serviceName: read.text('OTEL_SERVICE_NAME', 'plenum'),
    sampler: read.choice('OTEL_TRACES_SAMPLER', SAMPLERS, 'parentbased_always_on'),
    ratio: read.fraction('OTEL_TRACES_SAMPLER_ARG', 1),
  }
  const isWanted = [base, own, read.raw('OTEL_TRACES_EXPORTER')].some((one) => one !== undefined)
  return isWanted && exporter === 'otlp' && !isDisabled ? traces : undefined
}
