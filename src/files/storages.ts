import { NotFoundError } from '../errors.ts'
import type { Storage } from './storage.ts'
import type { StorageName, StoredFiles } from './stored-files.ts'

/** All storages as one, with records of their files. New files go to the primary storage. */
export function asOne(files: StoredFiles, primary: StorageName, link: Storage['link']): Storage {
  return {
    put: (key, content, type, owner) => files.put(primary, { key, content, type, owner }),
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
