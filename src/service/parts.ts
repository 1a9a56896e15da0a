/** The parts that the service and the commands of an administrator are made of. */
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { makeVault, type Vault } from '../access/vault.ts'
import { COPY_TASK, copyTask } from '../archive/copy.ts'
import { type DownloadLinks, downloadLinks } from '../archive/download.ts'
import { exportTask } from '../archive/export.ts'
import { ARCHIVE } from '../archive/export-files.ts'
import { tableTasks } from '../archive/export-table.ts'
import { archiveFormats } from '../archive/formats.ts'
import { IMPORT_TASK, importTask } from '../archive/import.ts'
import { personalDataTask } from '../archive/personal-data.ts'
import type { Config } from '../config.ts'
import { connect, type Database, type Db } from '../database/connect.ts'
import { type Listener, listen } from '../database/listen.ts'
import { CHANGE } from '../database/watched-tables.ts'
import type { Media } from '../files/media.ts'
import { type OpenStorages, openStorages } from '../files/open-storages.ts'
import type { Storage } from '../files/storage.ts'
import { openTemp, type TempFolder } from '../files/temp.ts'
import { LONGEST_PICTURE, variantTasks } from '../files/variants.ts'
import { buildModels, type Models } from '../jsonapi/model.ts'
import { PERSONAL_DATA_TASK } from '../people/kept.ts'
import { resources } from '../resources/all.ts'
import type { Declaration } from '../resources/declare.ts'
import { SCHEDULE_TASK, scheduleTask } from '../schedule-import/import-schedule.ts'
import { openQueue, type Queue } from '../tasks/queue.ts'
import { CANCELLED } from '../tasks/task.ts'
import type { TaskTypes } from '../tasks/worker.ts'
import { KeptReads } from '../web/kept-reads.ts'
import type { DeliveryParts } from '../webhooks/deliver.ts'
import { CHANNEL } from '../webhooks/sender.ts'

export interface Parts {
  config: Config
  log: FastifyBaseLogger
  db: Database
  url: string
  secret: string
  vault: Vault
  listener: Listener
  queue: Queue
  reads: KeptReads
  /** Where new files go. */
  primary: Storage
  storage: Storage
  media: Media
  demandReady: OpenStorages['demandReady']
  storages: OpenStorages['storages']
  temp: TempFolder
  declarations: readonly Declaration[]
  models: Models
}

/** What has to be closed, the last first. */
export type Closers = (() => Promise<unknown>)[]

/** How long a stop waits for running tasks before it gives them back (in ms). */
export const PATIENCE = 4_000

/** How long a read of the API may take (in ms). */
const READ_TIMEOUT = 5_000

type Given = Pick<Parts, 'config' | 'secret' | 'url' | 'log'> &
  Partial<Pick<Parts, 'declarations'>> & {
    /** Requests, not only tasks and commands. */
    serves?: boolean
    /** How long (in ms) an answer to a stranger is kept at most. */
    readAge?: number
  }

/** The database at this address is up to date already. */
export async function openParts(
  { config, secret, url, log, declarations = resources, serves = false, readAge = 0 }: Given,
  closers: Closers,
): Promise<Parts> {
  const pool = config.databasePoolUrl
  const reads = new KeptReads(serves ? config.cacheBytes : 0, readAge)
  const db = connect(pool ?? url, {
    readTimeout: READ_TIMEOUT,
    publicUrl: config.publicUrl,
    isShared: pool !== undefined,
    changed: () => reads.drop(),
  })
  closers.push(() => db.close())
  const channels = ['plenum_task', 'plenum_mail', CHANNEL, CANCELLED, ...(reads.isOn ? [CHANGE] : [])]
  const listener = await listen(url, channels)
  closers.push(() => listener.close())
  // What this process writes has emptied it already.
  if (reads.isOn) listener.on(CHANGE, (backend) => db.isOwn(backend) || reads.drop())
  const queue = await openQueue(url, log)
  closers.push(() => queue.close(PATIENCE))
  const storages = await openStorages(config, db)
  const temp = await openTemp(join(config.dataDir, 'temp'))
  const models = buildModels(declarations)
  const vault = makeVault(secret, config.oldSecrets)
  const own = { config, log, db, url, secret, vault, listener, queue, reads }
  return { ...own, ...storages, temp, declarations, models }
}

export function downloadsOf({ config, secret }: Parts): DownloadLinks {
  return downloadLinks(secret, config.publicUrl, config.exportDays)
}

export function deliveryPartsOf({ config, vault, models }: Parts, db: Db): DeliveryParts {
  const { publicUrl, fetchAllow: allow, webhookHttp: allowsHttp } = config
  return { db, vault, models, publicUrl, allow, allowsHttp }
}

/** Which function runs which task. */
export function taskTypesOf(parts: Parts): TaskTypes {
  const { config, storage, media, temp, declarations, models } = parts
  const { frontendUrl, publicUrl, fetchAllow, exportDays } = config
  const formats = archiveFormats(models)
  const downloads = downloadsOf(parts)
  return {
    [ARCHIVE.task]: exportTask({
      formats,
      storage,
      media,
      temp,
      fetchAllow,
      downloads,
      publicUrl,
      exportDays,
    }),
    ...tableTasks({ formats, storage, downloads, exportDays }),
    [IMPORT_TASK]: importTask({ formats, storage, media, temp, frontendUrl }),
    [SCHEDULE_TASK]: scheduleTask({ formats, storage, frontendUrl }),
    [COPY_TASK]: copyTask({ formats, media, temp, frontendUrl }),
    [PERSONAL_DATA_TASK]: personalDataTask({ storage, media, downloads }),
    ...variantTasks({ media, temp, fetchAllow, longest: LONGEST_PICTURE }, declarations),
  }
}
