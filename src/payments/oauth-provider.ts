/** A provider that speaks OAuth 2.0: RFC 6749 for the exchange of a code, RFC 7009 for revoking. */
import { UnavailableError, UnprocessableError } from '../errors.ts'
import type { Grant, PaymentProvider } from './provider.ts'

export interface OAuthOptions {
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
  const { tokenUrl, revokeUrl } = options
  return {
    name: 'oauth',
    takesKey: false,
    async exchange(code) {
      const answer = await send(
        options,
        tokenUrl,
        { grant_type: 'authorization_code', code },
        patience,
      ).catch((error: Error) => {
        throw outOfReach('could not be reached', error)
      })
      return toGrant(answer)
    },
    async revoke({ access_token, refresh_token }) {
      const token = refresh_token ?? access_token
      if (!revokeUrl || token === undefined) return
      const { status } = await send(options, revokeUrl, { token }, patience)
      if (status !== 200) throw new Error(`The payment provider answered ${status} to the revocation.`)
    },
  }
}

interface Answer {
  status: number
  members: Record<string, unknown>
}

async function send(
  { clientId, clientSecret }: OAuthOptions,
  url: string,
  form: Record<string, string>,
  patience: number,
): Promise<Answer> {
  const credentials = [clientId, clientSecret].map((one) => new URLSearchParams({ one }).toString().slice(4))
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      authorization: `Basic ${Buffer.from(credentials.join(':')).toString('base64')}`,
    },
    body: new URLSearchParams(form),
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
  })
  return { status: response.status, members: parse(await readText(response)) }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > LONGEST) throw new Error('The payment provider answered with too much.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    // An answer that is no JSON has no members; its status tells what it means.
    return {}
  }
}

/** Providers name these members in their own way. */
function toGrant({ status, members }: Answer): Grant {
  const access_token = textOf(members, /^access_token$/)
  if (status === 200 && access_token !== undefined) {
    const refresh_token = textOf(members, /^refresh_token$/)
    const account = textOf(members, /(^|_)(account|user)_id$/)
    return {
      publishableKey: textOf(members, /(^|_)publishable_key$/) ?? null,
      secrets: { access_token, ...(refresh_token && { refresh_token }), ...(account && { account }) },
    }
  }
  const reason = REASONS.find((one) => one === members.error)
  // The fault of this installation, not of the code.
  if (status < 400 || status >= 500 || reason === 'invalid_client')
    throw outOfReach(`answered ${[status, reason].filter(Boolean).join(' ')}`)
  throw UnprocessableError.at(
    '/data/attributes/payment-auth-code',
    `The payment provider refuses the code${reason ? ` (${reason})` : ''}.`,
  )
}

function textOf(members: Record<string, unknown>, name: RegExp): string | undefined {
  const found = Object.entries(members).find(([key, value]) => name.test(key) && typeof value === 'string')
  return found?.[1] as string | undefined
}

function outOfReach(what: string, cause?: Error): UnavailableError {
  const error = new UnavailableError(`The payment provider ${what}; nothing was stored. Try again later.`)
  error.cause = cause
  return error
}
