import { createHash, randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { UnauthorizedError } from '../errors.ts'

export interface Claims {
  /** The id of the user. */
  identity: string
  login: string
  type: 'access' | 'refresh'
  fresh: boolean
}

export interface TokenOptions extends Claims {
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

export function makeTokens(secret: string): Tokens {
  const key = createHash('sha256').update(`tokens:${secret}`).digest()
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
      const payload = await verified(token, key)
      if (payload.type !== type)
        throw new UnauthorizedError(`This needs ${type === 'access' ? 'an access' : 'a refresh'} token.`)
      return { ...payload, identity: String(payload.identity) } as unknown as Claims & { csrf?: string }
    },
  }
}

async function verified(token: string, key: Uint8Array): Promise<Record<string, unknown>> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      clockTolerance: 5,
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JWTExpired)
      throw new UnauthorizedError('The token has expired; log in or refresh it.')
    throw new UnauthorizedError('The token is not valid; log in again.')
  }
}
