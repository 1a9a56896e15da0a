/** Export and import of events of growing size, against writing the same records into a bare zip and a bare insert. */
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import yazl from 'yazl'
import type { Figure } from './report.ts'
import { seedEvent } from './seed.ts'
import { download, finished, startExport, startImport, timed } from './tasks-api.ts'
import { forgetPeak, logIn, memoryOf, type Subject, taskProcessOf, type World } from './world.ts'

const SIZES = [500, 5_000, 50_000]
const TABLES = ['tracks', 'microlocations', 'speakers', 'sessions']

export async function archives(world: World, isQuick: boolean): Promise<Figure[]> {
  const subject = await world.subject('archives')
  const { url } = await subject.start('serve')
  const { pid } = await subject.start('worker', { WORKERS: '1' })
  const worker = await taskProcessOf(pid)
  const token = await logIn(url)
  const figures: Figure[] = []
  // A first round, small, so that nothing is measured that happens only once.
  await roundOf(subject, url, token, 100, worker)
  for (const size of isQuick ? SIZES.slice(0, 1) : SIZES)
    figures.push(...(await roundOf(subject, url, token, size, worker)))
  return figures
}

async function roundOf(
  subject: Subject,
  url: string,
  token: string,
  size: number,
  worker: number,
): Promise<Figure[]> {
  const { eventId } = await seedEvent(subject.pool, size)
  const rows = await countRows(subject.pool, eventId)
  const before = await forgetPeak(worker)
  const exported = await timed(async () => finished(url, await startExport(url, token, eventId)))
  const exportPeak = (await memoryOf(worker)).most
  const archive = await download(url, exported.result.download_url)
  const beforeImport = await forgetPeak(worker)
  const imported = await timed(async () => finished(url, await startImport(url, token, archive)))
  const importPeak = (await memoryOf(worker)).most
  const zipped = await timed(() => bareZip(subject, eventId))
  const stored = await readStored(subject.pool, eventId)
  const inserted = await timed(() => bareInsert(subject.pool, stored))
  const name = `${size.toLocaleString('en')} sessions`
  const mib = (bytes: number) => `${bytes.toFixed(0)} MiB`
  return [
    {
      name: `export of ${name}`,
      unit: 'rows/s',
      value: rows / exported.seconds,
      limit: rows / zipped.seconds,
      note: `${exported.seconds.toFixed(2)} s, worker ${mib(before)} → ${mib(exportPeak)}`,
    },
    {
      name: `import of ${name}`,
      unit: 'rows/s',
      value: rows / imported.seconds,
      limit: rows / inserted.seconds,
      bar: { atLeast: 0.3 },
      note: `${imported.seconds.toFixed(2)} s`,
    },
    {
      name: `memory that this import takes`,
      unit: 'MiB',
      value: importPeak - beforeImport,
      bar: { atMost: 128 },
      note: `worker ${mib(beforeImport)} → ${mib(importPeak)}`,
    },
  ]
}

async function countRows(pool: pg.Pool, eventId: string): Promise<number> {
  const counts = TABLES.map((table) => `(select count(*) from ${table} where event_id = $1)`)
  const { rows } = await pool.query(`select (${counts.join(' + ')})::int as count`, [eventId])
  return rows[0].count
}

/** The rows of the event as they are, each table a file. */
async function bareZip({ pool, folder }: Subject, eventId: string): Promise<void> {
  const zip = new yazl.ZipFile()
  const path = join(folder, 'bare.zip')
  const written = pipeline(zip.outputStream, createWriteStream(path))
  for (const table of TABLES) {
    const { rows } = await pool.query(`select * from ${table} where event_id = $1 order by id`, [eventId])
    zip.addReadStream(Readable.from([JSON.stringify(rows, null, 4)]), table)
  }
  zip.end()
  await written
  await rm(path)
}

interface Stored {
  /** Those that a statement may name, by table. */
  columns: Map<string, string>
  rows: Map<string, Record<string, unknown>[]>
}

async function readStored(pool: pg.Pool, eventId: string): Promise<Stored> {
  const rows: Stored['rows'] = new Map()
  for (const table of [...TABLES, 'speakers_sessions']) {
    const where =
      table === 'speakers_sessions'
        ? 'session_id in (select id from sessions where event_id = $1)'
        : 'event_id = $1'
    const read = await pool.query(`select to_jsonb(t) as row from ${table} t where ${where}`, [eventId])
    rows.set(
      table,
      read.rows.map(({ row }) => row),
    )
  }
  return { columns: await writableColumns(pool), rows }
}

/** The same rows once more, as another event, each table by statements of 500 rows out of JSON. */
async function bareInsert(pool: pg.Pool, { columns, rows: read }: Stored): Promise<void> {
  const client = await pool.connect()
  const AT_ONCE = 500
  try {
    await client.query('begin')
    // Ids beyond all others stand for new ones; the rows are written in earnest and then taken back.
    const shift = 100_000_000
    for (const [table, rows] of read) {
      for (let at = 0; at < rows.length; at += AT_ONCE) {
        const some = rows.slice(at, at + AT_ONCE).map((row) => shifted(row, shift))
        await client.query(
          `insert into ${table} (${columns.get(table)}) overriding system value
           select ${columns.get(table)} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
          [JSON.stringify(some)],
        )
      }
    }
    await client.query('rollback')
  } finally {
    client.release()
  }
}

async function writableColumns(pool: pg.Pool): Promise<Map<string, string>> {
  const { rows } = await pool.query(
    `select table_name, string_agg(quote_ident(column_name), ', ') as list from information_schema.columns
     where table_schema = 'public' and is_generated = 'NEVER' group by 1`,
  )
  return new Map(rows.map(({ table_name, list }) => [table_name, list]))
}

const SHIFTED = ['id', 'track_id', 'microlocation_id', 'session_id', 'speaker_id']

function shifted(row: Record<string, unknown>, by: number): Record<string, unknown> {
  const changes = SHIFTED.filter((name) => typeof row[name] === 'number').map((name) => [
    name,
    (row[name] as number) + by,
  ])
  return { ...row, ...Object.fromEntries(changes) }
}
