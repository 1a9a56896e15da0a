import { isIP } from 'node:net'

/** Reads variables by their kind and notes all that is wrong with them. */
export class Reader {
  readonly problems: string[] = []
  private readonly env: Record<string, string | undefined>

  constructor(env: Record<string, string | undefined>) {
    this.env = env
  }

  /** An empty value counts as not set. */
  raw(name: string): string | undefined {
    const value = this.env[name]?.trim()
    return value === '' ? undefined : value
  }

  refuse<T>(name: string, allowed: string, fallback: T): T {
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

  fraction(name: string, fallback: number): number {
    const value = this.raw(name)
    if (value === undefined) return fallback
    const number = /^\d*\.?\d+$/.test(value) ? Number(value) : Number.NaN
    return number <= 1 ? number : this.refuse(name, `a number from 0 to 1, not "${value}"`, fallback)
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

  /** The value may contain a password, so it is not repeated. */
  databaseUrl(name: string): string | undefined {
    const value = this.raw(name)
    if (value === undefined || /^postgres(ql)?:\/\//.test(value)) return value
    return this.refuse(name, 'an address such as postgresql://user:password@host:5432/database', undefined)
  }

  /** The value may contain a password, so it is not repeated. */
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

  /** Addresses, networks with their bits, or one of the words for several. */
  networks(name: string, fallback: string): string[] {
    const networks = (this.raw(name) ?? fallback).split(',').map((one) => one.trim())
    const wrong = networks.find((one) => !/^(none|loopback|private)$/.test(one) && !isNetwork(one))
    if (wrong === undefined) return networks
    const allowed = 'none, loopback, private, or addresses and networks such as 192.0.2.1, 10.1.0.0/16'
    return this.refuse(name, `${allowed}, not "${wrong}"`, [fallback])
  }

  flag(name: string): boolean {
    return this.choice(name, ['true', 'false'], 'false') === 'true'
  }

  optionalUrl(name: string): string | undefined {
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

function isNetwork(text: string): boolean {
  const [, address = '', bits = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const family = isIP(address)
  return family !== 0 && !address.includes('%') && Number(bits) <= (family === 4 ? 32 : 128)
}
