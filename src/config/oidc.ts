import type { Reader } from './reader.ts'

/** A provider of log-ins that speaks OpenID Connect. */
export interface OidcConfig {
  /** As the provider spells it, with or without a slash at its end. */
  issuer: string
  clientId: string
  clientSecret: string
  /** What people know the provider as. */
  name: string
}

export function readOidc(read: Reader): OidcConfig | undefined {
  const [clientId, clientSecret] = [read.raw('OIDC_CLIENT_ID'), read.raw('OIDC_CLIENT_SECRET')]
  const issuer = read.raw('OIDC_ISSUER')
  if ([issuer, clientId, clientSecret].every((one) => one === undefined)) return undefined
  if (!issuer || !clientId || !clientSecret)
    return read.refuse('OIDC_ISSUER', 'set together with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET', undefined)
  // Checks the address. The issuer stays as it is, because the slash at its end is part of its name.
  read.optionalUrl('OIDC_ISSUER')
  return { issuer, clientId, clientSecret, name: read.text('OIDC_NAME', 'OpenID Connect').slice(0, 100) }
}
