/** A provider of log-ins that speaks OpenID Connect: the code flow with PKCE, state and nonce. */
import * as oauth from 'oauth4webapi'
import type { OidcConfig } from '../config/oidc.ts'
import { ProviderLogInError } from '../errors.ts'
import { emailKind, Invalid, readText } from '../resources/field-types.ts'
import { fetchBounded } from '../web/bounded-fetch.ts'

/** What a log-in keeps in the browser until the provider sends it back. */
export interface Secrets {
  state: string
  nonce: string
  verifier: string
}

/** Whom the provider has logged in. */
export interface Person {
  issuer: string
  subject: string
  /** Absent unless the provider has verified it. */
  email: string | undefined
  firstName: string | undefined
  lastName: string | undefined
}

export interface OidcProvider {
  /** Where to send the browser. */
  begin(): Promise<{ address: string; secrets: Secrets }>
  /** Who comes back with these parameters. */
  finish(callback: URLSearchParams, secrets: Secrets): Promise<Person>
}

interface Options extends Omit<OidcConfig, 'name'> {
  /** Where the provider sends the browser back to. */
  callbackUrl: string
  /** Told why a log-in failed, without any secret. */
  report(reason: string): void
}

const PATIENCE = 5_000
/** How long what the provider says about itself is kept (in ms). */
const KEPT = 60 * 60_000

export function oidcProvider(options: Options): OidcProvider {
  const { issuer, clientId, clientSecret, callbackUrl, report } = options
  const request = () => requestTo(issuer)
  const client: oauth.Client = { client_id: clientId }
  const keys: oauth.JWKSCacheInput = {}
  const discover = keptFor(KEPT, async () => {
    const answer = await oauth.discoveryRequest(new URL(issuer), request())
    return oauth.processDiscoveryResponse(new URL(issuer), answer)
  })
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof ProviderLogInError) throw error
      report((error as Error).message)
      throw failed()
    }
  }
  return {
    begin: () =>
      guarded(async () => {
        const { authorization_endpoint } = await discover()
        if (authorization_endpoint === undefined)
          throw new Error('The provider names no authorization_endpoint.')
        const secrets = {
          state: oauth.generateRandomState(),
          nonce: oauth.generateRandomNonce(),
          verifier: oauth.generateRandomCodeVerifier(),
        }
        const address = new URL(authorization_endpoint)
        const parameters = {
          client_id: clientId,
          redirect_uri: callbackUrl,
          response_type: 'code',
          scope: 'openid email profile',
          state: secrets.state,
          nonce: secrets.nonce,
          code_challenge: await oauth.calculatePKCECodeChallenge(secrets.verifier),
          code_challenge_method: 'S256',
        }
        for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
        return { address: address.href, secrets }
      }),
    finish: (callback, { state, nonce, verifier }) =>
      guarded(async () => {
        const server = await discover()
        const parameters = checkCallback(server, client, callback, state)
        const answer = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          authenticationAt(server, clientSecret),
          parameters,
          callbackUrl,
          verifier,
          request(),
        )
        const demands = { expectedNonce: nonce, requireIdToken: true }
        const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, demands)
        await oauth.validateApplicationLevelSignature(server, answer, {
          ...request(),
          [oauth.jwksCache]: keys,
        })
        const claims = oauth.getValidatedIdTokenClaims(tokens)!
        // Some providers say more about a person only when they are asked.
        const needsMore = claims.email === undefined && server.userinfo_endpoint !== undefined
        if (!needsMore) return personOf(server.issuer, claims)
        const told = await oauth.userInfoRequest(server, client, tokens.access_token, request())
        return personOf(server.issuer, await oauth.processUserInfoResponse(server, client, claims.sub, told))
      }),
  }
}

function requestTo(issuer: string) {
  return {
    signal: AbortSignal.timeout(PATIENCE),
    // Only an issuer that itself has no TLS, as in tests or on one machine, may name addresses without it.
    [oauth.allowInsecureRequests]: issuer.startsWith('http:'),
    [oauth.customFetch]: (url: string, sent: oauth.CustomFetchOptions<string, URLSearchParams | undefined>) =>
      fetchBounded(url, sent),
  }
}

/** Several callers wait for one request, and a failure is not kept. */
function keptFor<T>(time: number, ask: () => Promise<T>): () => Promise<T> {
  let kept: { answer: Promise<T>; until: number } | undefined
  return () => {
    if (kept && kept.until > Date.now()) return kept.answer
    const asked = { answer: ask(), until: Date.now() + time }
    kept = asked
    asked.answer.catch(() => {
      if (kept === asked) kept = undefined
    })
    return asked.answer
  }
}

function authenticationAt(server: oauth.AuthorizationServer, secret: string): oauth.ClientAuth {
  const methods = server.token_endpoint_auth_methods_supported ?? []
  const isOnlyPost = methods.includes('client_secret_post') && !methods.includes('client_secret_basic')
  return isOnlyPost ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret)
}

function checkCallback(
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  callback: URLSearchParams,
  state: string,
): URLSearchParams {
  try {
    return oauth.validateAuthResponse(server, client, callback, state)
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError)
      throw new ProviderLogInError(403, 'denied', 'The provider has not logged you in.')
    throw expired()
  }
}

/** The browser brought no log-in of its own: none was started, it is over, or it belongs to somebody else. */
export function expired(): ProviderLogInError {
  return new ProviderLogInError(
    400,
    'expired',
    'This log-in was not started here, or it is over. Start again.',
  )
}

function failed(): ProviderLogInError {
  return new ProviderLogInError(502, 'failed', 'The log-in with the provider failed. Try again later.')
}

function personOf(issuer: string, claims: Record<string, unknown>): Person {
  const subject = textOf(claims.sub, 255)
  if (subject === undefined) throw new Error('The provider named no usable subject.')
  // Some providers write the flag as text.
  const isVerified = claims.email_verified === true || claims.email_verified === 'true'
  const email = emailKind.read(claims.email)
  return {
    issuer,
    subject,
    email: isVerified && !(email instanceof Invalid) ? email : undefined,
    firstName: textOf(claims.given_name, 200),
    lastName: textOf(claims.family_name, 200),
  }
}

function textOf(value: unknown, max: number): string | undefined {
  const text = readText(value, max)
  return text instanceof Invalid || text.trim() === '' ? undefined : text.trim()
}
