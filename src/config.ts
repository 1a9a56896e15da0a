/** Environment in, checked and frozen configuration out. Nobody else reads the environment. */
import { resolve } from 'node:path'

export interface Config {
  host: string
  port: number
  publicUrl: string
  frontendUrl: string
  dataDir: string
  /** Absent: the embedded server. */
  databaseUrl: string | undefined
  admin: { email: string; password: string | undefined }
  /** Absent: made once and kept in the data folder. */
  secret: string | undefined
  /** Tasks that this process runs at once; 0 for a process that only serves. */
  workers: number
  storage: StorageConfig
  /** Hosts (with port) that media may be fetched from although their address is a private one. */
  fetchAllow: string[]
  /** Absent: mails are only recorded. */
  mailUrl: string | undefined
  mailFrom: string
  /** The largest file that may be sent, in bytes. */
  maxUpload: number
  /** How long an archive of an export is kept. */
  exportDays: number
  /** How many proxies stand in front; their X-Forwarded-For is believed. */
  trustProxy: number
  /** The origins whose pages may call the service; `*` for all. */
  corsOrigins: string[] | '*'
  /** Requests in a minute from one address; 0 for no limit. */
  rateLimit: number
  /** Who may read the metrics from elsewhere. Absent: only this machine. */
  metricsToken: string | undefined
  logLevel: (typeof LOG_LEVELS)[number]
}

/** The hosts that stand for all addresses of the machine; none of them is an address that a client can call. */
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
  const config: Config = {
    host,
    port,
    publicUrl,
    frontendUrl: read.url('FRONTEND_URL', publicUrl),
    dataDir: resolve(read.text('DATA_DIR', './data')),
    databaseUrl: read.databaseUrl('DATABASE_URL'),
    admin: {
      email: read.email('ADMIN_EMAIL', 'admin@example.org'),
      password: read.secret('ADMIN_PASSWORD', 8),
    },
    secret: read.secret('SECRET', 32),
    workers: read.integer('WORKERS', 2, 0, 64),
    storage: read.storage(),
    fetchAllow: read.list('FETCH_ALLOW'),
    mailUrl: read.mailUrl('MAIL_URL'),
    mailFrom: read.text('MAIL_FROM', 'Plenum <plenum@localhost>'),
    maxUpload: read.bytes('MAX_UPLOAD', '4GiB'),
    exportDays: read.integer('EXPORT_DAYS', 7, 1, 3650),
    trustProxy: read.integer('TRUST_PROXY', 0, 0, 100),
    corsOrigins: read.origins('CORS_ORIGINS'),
    rateLimit: read.integer('RATE_LIMIT', 0, 0, 1_000_000),
    metricsToken: read.secret('METRICS_TOKEN', 16),
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
  }
  if (read.problems.length > 0) throw new ConfigError(read.problems)
  return Object.freeze(config)
}

/** An IPv6 address in a URL stands in brackets. */
function bracket(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

class Reader {
  readonly problems: string[] = []
  private readonly env: Record<string, string | undefined>

  constructor(env: Record<string, string | undefined>) {
    this.env = env
  }

  /** An empty value counts as not set. */
  private raw(name: string): string | undefined {
    const value = this.env[name]?.trim()
    return value === '' ? undefined : value
  }

  private refuse<T>(name: string, allowed: string, fallback: T): T {
    this.problems.push(`${name} must be ${allowed}.`)
    return fallback
  }

  text(name: string, fallback: string): string {
    return this.raw(name) ?? fallback
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const value = this.raw(name)
    if (value === undefined) return fallback
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
    if (number >= min && number <= max) return number
    return this.refuse(name, `a whole number from ${min} to ${max}, not "${value}"`, fallback)
  }

  choice<const T extends string>(name: string, values: readonly T[], fallback: T): T {
    const value = this.raw(name)
    if (value === undefined) return fallback
    const known = values.find((one) => one === value)
    return known ?? this.refuse(name, `one of ${values.join(', ')}, not "${value}"`, fallback)
  }

  /** Without a slash at its end, so that paths can be appended. */
  url(name: string, fallback: string): string {
    const value = this.raw(name) ?? fallback
    const url = URL.parse(value)
    if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash) return value.replace(/\/+$/, '')
    return this.refuse(
      name,
      `an http or https address such as https://events.example.org, not "${value}"`,
      fallback,
    )
  }

  /** The value may hold a password, so it is not repeated. */
  databaseUrl(name: string): string | undefined {
    const value = this.raw(name)
    if (value === undefined || /^postgres(ql)?:\/\//.test(value)) return value
    return this.refuse(name, 'an address such as postgresql://user:password@host:5432/database', undefined)
  }

  /** The value may hold a password, so it is not repeated. */
  mailUrl(name: string): string | undefined {
    const value = this.raw(name)
    if (value === undefined || (/^smtps?:\/\//.test(value) && URL.canParse(value))) return value
    return this.refuse(name, 'an address such as smtp://user:password@host:587', undefined)
  }

  bytes(name: string, fallback: string): number {
    const value = this.raw(name) ?? fallback
    const [, number, unit = ''] = /^(\d{1,12})\s*(|[KMGT]i?B)$/i.exec(value) ?? []
    if (number === undefined) return this.refuse(name, `a size such as 500MB or 4GiB, not "${value}"`, 0)
    const power = ' KMGT'.indexOf(unit.charAt(0).toUpperCase() || ' ')
    return Number(number) * (/i/i.test(unit.slice(1)) ? 1024 : 1000) ** power
  }

  email(name: string, fallback: string): string {
    const value = this.raw(name) ?? fallback
    return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)
      ? value
      : this.refuse(name, `an e-mail address, not "${value}"`, fallback)
  }

  secret(name: string, min: number): string | undefined {
    const value = this.raw(name)
    if (value === undefined || value.length >= min) return value
    return this.refuse(name, `at least ${min} characters long`, undefined)
  }

  list(name: string): string[] {
    return (this.raw(name) ?? '').split(',').flatMap((one) => one.trim() || [])
  }

  flag(name: string): boolean {
    return this.choice(name, ['true', 'false'], 'false') === 'true'
  }

  storage(): StorageConfig {
    const kind = this.choice('STORAGE', ['local', 's3'], 'local')
    const bucket = this.raw('S3_BUCKET')
    if (bucket === undefined) {
      if (kind === 's3') this.refuse('S3_BUCKET', 'the name of a bucket when STORAGE is s3', undefined)
      return { kind, s3: undefined }
    }
    const accessKeyId = this.raw('S3_ACCESS_KEY_ID')
    const secretAccessKey = this.raw('S3_SECRET_ACCESS_KEY')
    if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
      this.refuse('S3_ACCESS_KEY_ID', 'set together with S3_SECRET_ACCESS_KEY', undefined)
    }
    const s3: S3Config = {
      bucket,
      region: this.text('S3_REGION', 'us-east-1'),
      endpoint: this.optionalUrl('S3_ENDPOINT'),
      credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
      forcePathStyle: this.flag('S3_FORCE_PATH_STYLE'),
      publicUrl: this.optionalUrl('S3_PUBLIC_URL'),
    }
    return { kind, s3 }
  }

  private optionalUrl(name: string): string | undefined {
    return this.raw(name) === undefined ? undefined : this.url(name, '')
  }

  origins(name: string): string[] | '*' {
    const value = this.raw(name)
    if (value === undefined || value === '*') return '*'
    const origins = value.split(',').map((origin) => origin.trim())
    const wrong = origins.find((origin) => URL.parse(origin)?.origin !== origin)
    if (wrong === undefined) return origins
    return this.refuse(name, `* or a list of origins such as https://events.example.org, not "${wrong}"`, '*')
  }
}
