import { NotFoundError } from '../errors.ts'
import type { Storage } from './storage.ts'
import type { StorageName, StoredFiles } from './stored-files.ts'

/** All storages as one, with the records of what is in them. New files go to the kind named. */
export function asOne(files: StoredFiles, kind: StorageName, link: Storage['link']): Storage {
  return {
    put: (key, content, type, owner) => files.put(kind, key, content, type, owner),
    find: async (key) => (await files.find(key))?.file,
    async read(key, range) {
      const found = await files.find(key)
      if (!found) throw new NotFoundError('The file was not found.')
      return found.storage.read(key, range)
    },
    remove: files.remove,
    ...(link && { link }),
  }
}
