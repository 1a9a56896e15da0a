import { createHash, randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { UnauthorizedError } from '../errors.ts'

interface Claims {
  /** The id of the user. */
  identity: string
  login: string
  type: 'access' | 'refresh'
  fresh: boolean
}

interface TokenOptions extends Claims {
  /** In seconds. */
  life: number
  csrf?: string
}

/** Signs and checks the tokens with a key derived from the secret. */
export interface Tokens {
  sign(options: TokenOptions): Promise<string>
  verify(token: string, type: Claims['type']): Promise<Claims & { csrf?: string }>
}

const ISSUER = 'plenum'

type Payload = Record<string, unknown> & { exp: number }

/** How many tokens whose signature has been checked are kept in mind. */
const MOST_KNOWN = 10_000

export function makeTokens(secret: string): Tokens {
  const key = createHash('sha256').update(`tokens:${secret}`).digest()
  const known = new Map<string, Payload>()
  const recall = (token: string) => {
    const payload = known.get(token)
    return payload && payload.exp * 1000 > Date.now() ? payload : undefined
  }
  const remember = (token: string, payload: Payload) => {
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(token, payload)
    return payload
  }
  return {
    async sign({ identity, login, type, fresh, life, csrf }) {
      const now = Math.floor(Date.now() / 1000)
      // Clients of the original compare the identity with numbers.
      const claims = { identity: Number(identity), login, type, fresh, ...(csrf && { csrf }) }
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(ISSUER)
        .setIssuedAt(now)
        .setNotBefore(now)
        .setExpirationTime(now + life)
        .setJti(randomUUID())
        .sign(key)
    },
    async verify(token, type) {
      const payload = recall(token) ?? remember(token, await verified(token, key))
      if (payload.type !== type)
        throw new UnauthorizedError(`This requires ${type === 'access' ? 'an access' : 'a refresh'} token.`)
      return { ...payload, identity: String(payload.identity) } as unknown as Claims & { csrf?: string }
    },
  }
}

async function verified(token: string, key: Uint8Array): Promise<Payload> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      requiredClaims: ['exp'],
      clockTolerance: 5,
    })
    return payload as Payload
  } catch (error) {
    if (error instanceof errors.JWTExpired)
      throw new UnauthorizedError('The token has expired. Log in again or refresh it.')
    throw new UnauthorizedError('The token is not valid. Log in again.')
  }
}
