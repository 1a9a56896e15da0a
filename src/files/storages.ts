/** The storage that takes new files, and those that were configured before it: they are still looked into. */
import type { Storage, StoredFile } from './storage.ts'

export type Storages = [Storage, ...Storage[]]

export async function findIn(
  storages: Storages,
  key: string,
): Promise<{ storage: Storage; file: StoredFile } | undefined> {
  for (const storage of storages) {
    const file = await storage.find(key)
    if (file) return { storage, file }
  }
  return undefined
}

/** All of them as one; only the first is written to. */
export function asOne(storages: Storages): Storage {
  const [first] = storages
  if (storages.length === 1) return first
  return {
    ...first,
    async find(key) {
      return (await findIn(storages, key))?.file
    },
    async read(key, range) {
      const holder = await findIn(storages, key)
      return (holder?.storage ?? first).read(key, range)
    },
    async remove(key) {
      const holder = await findIn(storages, key)
      await holder?.storage.remove(key)
    },
  }
}
