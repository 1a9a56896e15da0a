import { createHash, randomBytes } from 'node:crypto'

/** A random token for a link in a mail. Only its hash is kept. */
export function makeToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
