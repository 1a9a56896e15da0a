/** The storage that takes new files, and all that are looked into: also those that took them before. */
import type { Storage, StoredFile } from './storage.ts'

export interface Storages {
  primary: Storage
  all: Storage[]
}

export async function findIn(
  { all }: Storages,
  key: string,
): Promise<{ storage: Storage; file: StoredFile } | undefined> {
  for (const storage of all) {
    const file = await storage.find(key)
    if (file) return { storage, file }
  }
  return undefined
}

/** All of them as one; only the first is written to. */
export function asOne(storages: Storages): Storage {
  const { primary, all } = storages
  if (all.length === 1) return primary
  return {
    ...primary,
    async find(key) {
      return (await findIn(storages, key))?.file
    },
    async read(key, range) {
      const holder = await findIn(storages, key)
      return (holder?.storage ?? primary).read(key, range)
    },
    async remove(key) {
      const holder = await findIn(storages, key)
      await holder?.storage.remove(key)
    },
  }
}
