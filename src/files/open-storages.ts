import { join } from 'node:path'
import type { Config } from '../config.ts'
import { localStorage } from './local-storage.ts'
import { type Media, makeMedia } from './media.ts'
import { observed } from './observed-storage.ts'
import type { Storage } from './storage.ts'
import { watchStorage } from './storage-state.ts'
import { asOne, type Storages } from './storages.ts'

export interface OpenStorages {
  /** Where new files go. */
  primary: Storage
  /** All of them together. */
  storage: Storage
  media: Media
  /** Fails with a sentence while new files cannot be stored. */
  demandReady(): Promise<void>
}

/** Files go where the configuration says; the other place is still looked into, so that old links go on working. */
export async function openStorages({
  dataDir,
  storage: chosen,
  publicUrl,
}: Pick<Config, 'dataDir' | 'storage' | 'publicUrl'>): Promise<OpenStorages> {
  const local = observed(localStorage(join(dataDir, 'files')), 'local')
  // The library is large, and most installations do without it.
  const s3 = chosen.s3 && observed((await import('./s3-storage.ts')).s3Storage(chosen.s3), 's3')
  const storage = chosen.kind === 's3' ? s3! : local
  const storageUrl = chosen.kind === 's3' ? chosen.s3!.publicUrl : undefined
  // The folder is asked first: its files are there also while the bucket is not.
  const storages: Storages = { primary: storage, all: [local, ...(s3 ? [s3] : [])] }
  const media = makeMedia({ storages, local, publicUrl, storageUrl })
  const demandReady = s3 && storage === s3 ? watchStorage(s3) : async () => undefined
  return { primary: storage, storage: asOne(storages), media, demandReady }
}
