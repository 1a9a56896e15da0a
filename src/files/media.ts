/** Media: files that records refer to by a URL. Their addresses do not depend on the storage. */
import type { Readable } from 'node:stream'
import { NotFoundError } from '../errors.ts'
import { extensionOf, typeOf } from './media-types.ts'
import { isKey, type Owner, type Storage, type StoredFile } from './storage.ts'
import type { StorageName, StoredFiles } from './stored-files.ts'

export interface Media {
  /** Stores a file under a key that begins with `media/` and returns its address. */
  put(key: string, content: Readable, options?: { isLocal?: boolean } & Owner): Promise<string>
  /** The key of a file of ours; undefined for any other address. */
  keyOf(url: string): string | undefined
  /** The key that an address of any host has, if it could be one that was ours when the service had another address. */
  formerKeyOf(url: string): string | undefined
  find(key: string): Promise<{ storage: Storage; file: StoredFile } | undefined>
  read(key: string): Promise<Readable>
  remove(key: string): Promise<void>
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/

interface MediaParts {
  files: StoredFiles
  /** Where new files go. */
  primary: StorageName
  publicUrl: string
  /** Where the bucket can be read by everybody. */
  storageUrl: string | undefined
}

export function makeMedia({ files, primary, publicUrl, storageUrl }: MediaParts): Media {
  const bases = [`${publicUrl}/`, ...(storageUrl ? [`${storageUrl}/`] : [])]
  return {
    async put(key, content, { isLocal = false, ...owner } = {}) {
      const place = isLocal ? 'local' : primary
      await files.put(place, { key, content, type: typeOf(extensionOf(key)).mime, owner })
      return `${storageUrl && place === 's3' ? storageUrl : publicUrl}/${key}`
    },
    keyOf(url) {
      const base = bases.find((one) => url.startsWith(one))
      const key = base && url.slice(base.length)
      return key?.startsWith('media/') && isKey(key) ? key : undefined
    },
    // A key with a UUID cannot be guessed, and everyone who knows it may read the file, so this reveals nothing.
    formerKeyOf(url) {
      const key = /\/(media\/[^?#]*)$/.exec(url)?.[1]
      return key && UUID.test(key) && isKey(key) ? key : undefined
    },
    find: files.find,
    async read(key) {
      const found = await files.find(key)
      if (!found) throw new NotFoundError('The file was not found.')
      return found.storage.read(key)
    },
    remove: files.remove,
  }
}
