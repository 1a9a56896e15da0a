/** Reads the environment into a checked and frozen configuration. No other file reads the environment. */
import { resolve } from 'node:path'
import { type OidcConfig, readOidc } from './config/oidc.ts'
import { Reader } from './config/reader.ts'
import { readTraces, type TracesConfig } from './config/traces.ts'

export interface Config {
  host: string
  port: number
  publicUrl: string
  frontendUrl: string
  /** Whether `/console` is served. */
  console: boolean
  dataDir: string
  /** Absent: the embedded server. */
  /** Leads to a server that keeps a session for each connection. */
  databaseUrl: string | undefined
  /** Leads to the same database over a pool that keeps none, for what requests read and write. */
  databasePoolUrl: string | undefined
  admin: { email: string; password: string | undefined }
  /** Absent: made once and kept in the data folder. */
  secret: string | undefined
  /** Former secrets: what was encrypted with them can still be read. */
  oldSecrets: string[]
  /** An OAuth 2.0 provider. Absent: payment authorizations are kept as they are sent. */
  payment:
    | { tokenUrl: string; revokeUrl: string | undefined; clientId: string; clientSecret: string }
    | undefined
  /** Absent: people log in with their passwords only. */
  oidc: OidcConfig | undefined
  /** Tasks that this process runs at once; 0 for a process that only serves. */
  workers: number
  /** The largest heap of a process that runs tasks, in bytes. */
  taskMemory: number
  storage: StorageConfig
  /** Hosts (with port) that media may be fetched from although their address is a private one. */
  fetchAllow: string[]
  /** Whether webhooks may have addresses with http. */
  webhookHttp: boolean
  /** Absent: mails are only recorded. */
  mailUrl: string | undefined
  mailFrom: string
  /** The largest file that may be sent, in bytes. */
  maxUpload: number
  /** How many bytes the files of one user or event may take up together. Absent: no limit. */
  quotas: { user: number | undefined; event: number | undefined }
  /** How long an archive of an export is kept. */
  exportDays: number
  /** How long entries of the change log are kept. */
  auditDays: number
  /** The number of proxies in front, whose X-Forwarded-For is trusted. */
  trustProxy: number
  /** The origins whose pages may call the service; `*` for all. */
  corsOrigins: string[] | '*'
  /** Requests in a minute from one address; 0 for no limit. */
  rateLimit: number
  /** Whose requests are not counted: addresses, networks, and the words that `makeNetworks` knows. */
  rateLimitExempt: string[]
  /** The most that the kept answers to strangers take, in bytes; 0 when none are kept. */
  cacheBytes: number
  /** How long a stop goes on serving, so that proxies can turn to other processes. */
  drainSeconds: number
  /** The token for reading the metrics from elsewhere. Absent: only this machine may read them. */
  metricsToken: string | undefined
  /** Absent: no traces are made. */
  traces: TracesConfig | undefined
  logLevel: (typeof LOG_LEVELS)[number]
  /** `auto`: text for a terminal, JSON elsewhere. */
  logFormat: (typeof LOG_FORMATS)[number]
}

/** The hosts that mean all addresses of the machine; clients cannot call any of them. */
const EVERY_ADDRESS = ['0.0.0.0', '::']
export interface S3Config {
  bucket: string
  region: string
  /** Absent: Amazon's own. */
  endpoint: string | undefined
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
  forcePathStyle: boolean
  /** Where the bucket can be read by everybody. Absent: the service hands out signed links. */
  publicUrl: string | undefined
}

/** New files go to the kind named; the other is still looked into, so that old links go on working. */
export interface StorageConfig {
  kind: 'local' | 's3'
  s3: S3Config | undefined
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const LOG_FORMATS = ['auto', 'text', 'json'] as const

/** All that is wrong with the environment, each line with the name of the variable and what is allowed. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

export function readConfig(env: Record<string, string | undefined>): Config {
  const read = new Reader(env)
  const host = read.text('HOST', '127.0.0.1')
  const port = read.integer('PORT', 8080, 0, 65_535)
  const publicUrl = read.url(
    'PUBLIC_URL',
    `http://${EVERY_ADDRESS.includes(host) ? 'localhost' : bracket(host)}:${port}`,
  )
  const trustProxy = read.integer('TRUST_PROXY', 0, 0, 100)
  const config: Config = {
    host,
    port,
    publicUrl,
    frontendUrl: read.url('FRONTEND_URL', publicUrl),
    console: read.choice('CONSOLE', ['on', 'off'], 'on') === 'on',
    dataDir: resolve(read.text('DATA_DIR', './data')),
    ...databaseUrls(read),
    admin: {
      email: read.email('ADMIN_EMAIL', 'admin@example.org'),
      password: read.secret('ADMIN_PASSWORD', 8),
    },
    secret: read.secret('SECRET', 32),
    oldSecrets: read.list('SECRET_OLD'),
    payment: readPayment(read),
    oidc: readOidc(read),
    workers: read.integer('WORKERS', 2, 0, 64),
    taskMemory: readTaskMemory(read),
    storage: readStorage(read),
    fetchAllow: read.list('FETCH_ALLOW'),
    webhookHttp: read.flag('WEBHOOK_HTTP'),
    mailUrl: read.mailUrl('MAIL_URL'),
    mailFrom: read.text('MAIL_FROM', 'Plenum <plenum@localhost>'),
    maxUpload: read.bytes('MAX_UPLOAD', '4GiB'),
    quotas: { user: readQuota(read, 'QUOTA_USER'), event: readQuota(read, 'QUOTA_EVENT') },
    exportDays: read.integer('EXPORT_DAYS', 7, 1, 3650),
    auditDays: read.integer('AUDIT_DAYS', 400, 1, 36_500),
    trustProxy,
    corsOrigins: read.origins('CORS_ORIGINS'),
    rateLimit: read.integer('RATE_LIMIT', 3_000, 0, 1_000_000),
    rateLimitExempt: read.networks('RATE_LIMIT_EXEMPT', trustProxy === 0 ? 'private' : 'loopback'),
    cacheBytes: read.integer('CACHE_MB', 64, 0, 65_536) * 1024 ** 2,
    drainSeconds: read.integer('DRAIN_SECONDS', 0, 0, 60),
    metricsToken: read.secret('METRICS_TOKEN', 16),
    traces: readTraces(read),
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
    logFormat: read.choice('LOG_FORMAT', LOG_FORMATS, 'auto'),
  }
  if (read.problems.length > 0) throw new ConfigError(read.problems)
  return Object.freeze(config)
}

/** With an address of the server itself, DATABASE_URL leads to a pool. */
function databaseUrls(read: Reader): Pick<Config, 'databaseUrl' | 'databasePoolUrl'> {
  const url = read.databaseUrl('DATABASE_URL')
  const direct = read.databaseUrl('DATABASE_DIRECT_URL')
  if (direct === undefined) return { databaseUrl: url, databasePoolUrl: undefined }
  if (url === undefined) read.refuse('DATABASE_DIRECT_URL', 'set together with DATABASE_URL', undefined)
  return { databaseUrl: direct, databasePoolUrl: url }
}

/** A URL has brackets around an IPv6 address. */
function bracket(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

function readTaskMemory(read: Reader): number {
  const bytes = read.bytes('TASK_MEMORY', '512MiB')
  const least = 64 * 1024 ** 2
  return bytes >= least ? bytes : read.refuse('TASK_MEMORY', 'at least 64MiB', least)
}

function readStorage(read: Reader): StorageConfig {
  const kind = read.choice('STORAGE', ['local', 's3'], 'local')
  const bucket = read.raw('S3_BUCKET')
  if (bucket === undefined) {
    if (kind === 's3') read.refuse('S3_BUCKET', 'the name of a bucket when STORAGE is s3', undefined)
    return { kind, s3: undefined }
  }
  const accessKeyId = read.raw('S3_ACCESS_KEY_ID')
  const secretAccessKey = read.raw('S3_SECRET_ACCESS_KEY')
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    read.refuse('S3_ACCESS_KEY_ID', 'set together with S3_SECRET_ACCESS_KEY', undefined)
  }
  const s3: S3Config = {
    bucket,
    region: read.text('S3_REGION', 'us-east-1'),
    endpoint: read.optionalUrl('S3_ENDPOINT'),
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    forcePathStyle: read.flag('S3_FORCE_PATH_STYLE'),
    publicUrl: read.optionalUrl('S3_PUBLIC_URL'),
  }
  return { kind, s3 }
}

function readQuota(read: Reader, name: string): number | undefined {
  return read.raw(name) === undefined ? undefined : read.bytes(name, '')
}

function readPayment(read: Reader): Config['payment'] {
  const [clientId, clientSecret] = [read.raw('PAYMENT_CLIENT_ID'), read.raw('PAYMENT_CLIENT_SECRET')]
  const tokenUrl = read.optionalUrl('PAYMENT_TOKEN_URL')
  const revokeUrl = read.optionalUrl('PAYMENT_REVOKE_URL')
  if (tokenUrl !== undefined && clientId && clientSecret)
    return { tokenUrl, revokeUrl, clientId, clientSecret }
  if ([tokenUrl, revokeUrl, clientId, clientSecret].every((one) => one === undefined)) return undefined
  const others = 'PAYMENT_CLIENT_ID and PAYMENT_CLIENT_SECRET'
  return read.refuse('PAYMENT_TOKEN_URL', `set together with ${others}`, undefined)
}
