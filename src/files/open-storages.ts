import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Database } from '../database/connect.ts'
import { localStorage } from './local-storage.ts'
import { type Media, makeMedia } from './media.ts'
import { observed } from './observed-storage.ts'
import type { Storage } from './storage.ts'
import { watchStorage } from './storage-state.ts'
import { asOne } from './storages.ts'
import { type StorageName, storedFiles } from './stored-files.ts'

export interface OpenStorages {
  /** Where new files go, without records of them. */
  primary: Storage
  storages: Record<StorageName, Storage | undefined>
  /** All of them together. */
  storage: Storage
  media: Media
  /** Fails with a sentence while new files cannot be stored. */
  demandReady(): Promise<void>
}

type StorageSettings = Pick<Config, 'dataDir' | 'storage' | 'publicUrl' | 'quotas'>

/** New files go to the configured storage. The other storage is still searched, so that old links keep working. */
export async function openStorages(config: StorageSettings, db: Database): Promise<OpenStorages> {
  const { kind, s3: bucket } = config.storage
  const { local, s3 } = await openPlaces(config)
  const files = storedFiles(db.apart, { local, s3 }, config.quotas)
  const primary = kind === 's3' ? s3! : local
  const storageUrl = kind === 's3' ? bucket!.publicUrl : undefined
  return {
    primary,
    storages: { local, s3 },
    storage: asOne(files, kind, primary.link),
    media: makeMedia({ files, primary: kind, publicUrl: config.publicUrl, storageUrl }),
    demandReady: kind === 's3' ? watchStorage(primary) : async () => undefined,
  }
}

/** Where new files go, for commands that have no database. */
export async function openPrimary(config: Pick<Config, 'dataDir' | 'storage'>): Promise<Storage> {
  const { local, s3 } = await openPlaces(config)
  return config.storage.kind === 's3' ? s3! : local
}

async function openPlaces({
  dataDir,
  storage: { s3 },
}: Pick<Config, 'dataDir' | 'storage'>): Promise<{ local: Storage; s3: Storage | undefined }> {
  const local = observed(localStorage(join(dataDir, 'files')), 'local')
  // The library is large, and most installations do without it.
  return { local, s3: s3 && observed((await import('./s3-storage.ts')).s3Storage(s3), 's3') }
}
