/** Keeps secrets that the service must be able to read again: encrypted with AES-256-GCM, the key made from SECRET. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

export interface Vault {
  /** The context, such as the record that the secret belongs to, must be the same when it is opened. */
  seal(text: string, context: string): string
  open(sealed: string, context: string): string
  /** How a text starts that is sealed with the present key. */
  prefix: string
}

export class VaultError extends Error {
  override name = 'VaultError'
}

const IV_BYTES = 12
const TAG_BYTES = 16

/** New secrets are sealed with the first key; the old ones still open what was sealed with them. */
export function makeVault(secret: string, oldSecrets: readonly string[] = []): Vault {
  const keys = new Map([...oldSecrets, secret].map((one) => [keyId(one), derive(one, 'key', 32)]))
  const present = keyId(secret)
  return {
    prefix: `${present}.`,
    seal(text, context) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keys.get(present)!, iv).setAAD(Buffer.from(context))
      const parts = [iv, cipher.update(text, 'utf8'), cipher.final()]
      return `${present}.${Buffer.concat([...parts, cipher.getAuthTag()]).toString('base64url')}`
    },
    open(sealed, context) {
      const [id = '', data = ''] = sealed.split('.')
      const key = keys.get(id)
      if (!key)
        throw new VaultError('This secret was encrypted with a key that is neither SECRET nor in SECRET_OLD.')
      return decrypt(key, Buffer.from(data, 'base64url'), context)
    },
  }
}

function decrypt(key: Buffer, bytes: Buffer, context: string): string {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-TAG_BYTES))
    return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch (error) {
    throw new VaultError('This secret was altered or belongs to another record.', { cause: error })
  }
}

function derive(secret: string, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `plenum vault ${purpose}`, bytes))
}

/** Distinguishes keys without revealing them. */
function keyId(secret: string): string {
  return derive(secret, 'key id', 6).toString('base64url')
}
