import { hash, verify } from '@node-rs/argon2'

// Argon2id with 19 MiB and two passes, the smallest setting that OWASP recommends.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

let decoy: Promise<string> | undefined

/** Takes as long for a missing account, so that the time does not reveal whether it exists. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password')
  const matches = await verify(stored ?? (await decoy), password)
  return matches && stored != null
}
