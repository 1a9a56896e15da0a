/** A provider that speaks OAuth 2.0: RFC 6749 for the exchange of a code, RFC 7009 for revoking. */
import * as oauth from 'oauth4webapi'
import { UnavailableError, UnprocessableError } from '../errors.ts'
import { fetchBounded } from '../web/bounded-fetch.ts'
import type { Grant, PaymentProvider } from './provider.ts'

interface OAuthOptions {
  tokenUrl: string
  /** Absent: revoking is left to the organizer. */
  revokeUrl: string | undefined
  clientId: string
  clientSecret: string
}

/** The errors of RFC 6749, section 5.2. Any other text of a provider is not passed on: it may repeat what was sent. */
const REASONS = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
]
const PATIENCE = 5_000
const LONGEST = 64 * 1024

export function oauthProvider(options: OAuthOptions, patience = PATIENCE): PaymentProvider {
  const { tokenUrl, revokeUrl, clientId, clientSecret } = options
  const server: oauth.AuthorizationServer = {
    issuer: new URL(tokenUrl).origin,
    token_endpoint: tokenUrl,
    ...(revokeUrl && { revocation_endpoint: revokeUrl }),
  }
  const client: oauth.Client = { client_id: clientId }
  const secret = oauth.ClientSecretBasic(clientSecret)
  const request = () => ({
    signal: AbortSignal.timeout(patience),
    // A provider on this machine, as in tests, may do without TLS.
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: (url: string, sent: oauth.CustomFetchOptions<'POST', URLSearchParams>) =>
      fetchBounded(url, sent, LONGEST),
  })
  return {
    name: 'oauth',
    takesKey: false,
    async exchange(code) {
      const form = { code }
      const answer = await oauth
        .genericTokenEndpointRequest(server, client, secret, 'authorization_code', form, request())
        .catch((error: Error) => {
          throw outOfReach('could not be reached', error)
        })
      const { status } = answer
      return oauth
        .processGenericTokenEndpointResponse(server, client, await withoutIdToken(answer))
        .then(toGrant, (error: Error) => refuse(status, error))
    },
    async revoke({ access_token, refresh_token }) {
      const token = refresh_token ?? access_token
      if (!revokeUrl || token === undefined) return
      const answer = await oauth.revocationRequest(server, client, secret, token, request())
      await oauth.processRevocationResponse(answer)
    },
  }
}

/** Some providers also return who has logged in. It is not used, and the library would require their issuer. */
async function withoutIdToken(response: Response): Promise<Response> {
  const { status, headers } = response
  const text = await response.text()
  const drop = (key: string, value: unknown) => (key === 'id_token' ? undefined : value)
  try {
    return new Response(JSON.stringify(JSON.parse(text, drop)), { status, headers })
  } catch {
    // What is no JSON is for the library to refuse.
    return new Response(text, { status, headers })
  }
}

/** Providers name these members in their own way. */
function toGrant(members: oauth.TokenEndpointResponse): Grant {
  const { access_token, refresh_token } = members
  const account = textOf(members, /(^|_)(account|user)_id$/)
  return {
    publishableKey: textOf(members, /(^|_)publishable_key$/) ?? null,
    secrets: { access_token, ...(refresh_token && { refresh_token }), ...(account && { account }) },
  }
}

function refuse(status: number, error: Error): never {
  const given = error instanceof oauth.ResponseBodyError ? error.error : undefined
  const reason = REASONS.find((one) => one === given)
  // The fault of this installation, not of the code.
  if (status < 400 || status >= 500 || reason === 'invalid_client')
    throw outOfReach(`returned ${[status, reason].filter(Boolean).join(' ')}`)
  throw UnprocessableError.at(
    '/data/attributes/payment-auth-code',
    `The payment provider rejected the code${reason ? ` (${reason})` : ''}.`,
  )
}

function textOf(members: object, name: RegExp): string | undefined {
  const found = Object.entries(members).find(([key, value]) => name.test(key) && typeof value === 'string')
  return found?.[1] as string | undefined
}

function outOfReach(what: string, cause?: Error): UnavailableError {
  const error = new UnavailableError(`The payment provider ${what}. Nothing was stored. Try again later.`)
  error.cause = cause
  return error
}
