import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FeedFormat } from '../resources/feed-address.ts'
import { FORMATS } from '../schedule/feed.ts'
import { findProgramme } from '../schedule/find-programme.ts'
import { programmeOf } from '../schedule/stored-programme.ts'
import { oneLine } from './columns.ts'
import { type Call, type Outcome, UsageError } from './command.ts'
import { demandEvent } from './find-event.ts'
import { demandFree, writeTarget } from './target.ts'
import { VERSION } from './version.ts'
import { withParts } from './with-parts.ts'

export async function scheduleExport(call: Call): Promise<Outcome> {
  const format = formatOf(call)
  const out = call.option('out')
  if (out === '-' && call.flag('json'))
    throw new UsageError('--json and --out - both use standard output. Choose one.')
  return withParts(call, async (parts) => {
    const event = await demandEvent(parts.db, call.argument('event'))
    const file = out ?? `schedule${event.id}.${format}`
    if (file !== '-') await demandFree(file, call.flag('force'))
    const release = call.option('release')!
    const found = await findProgramme(parts.db, parts.models.get('event')!, {
      place: { event: event.id },
      release,
      caller: 'administrator',
    })
    const { programme } = await programmeOf(parts.db, found)
    const { publicUrl, frontendUrl } = parts.config
    const addresses = { publicUrl, frontendUrl }
    const text = FORMATS[format].write({ addresses, generator: VERSION, programme, version: found.version })
    if (file === '-') {
      await pipeline(Readable.from([text]), process.stdout, { end: false, signal: call.signal })
      return { text: '', value: undefined }
    }
    const content = Readable.from([text])
    await writeTarget(file, content, { isForced: call.flag('force'), signal: call.signal })
    const count = programme.sessions.length
    return {
      text: `Exported the schedule of ${oneLine(event.name)} to ${file} (${count} sessions, release ${found.version}).`,
      value: { event: event.id, file, format, release: found.version, sessions: count },
    }
  })
}

function formatOf(call: Call): FeedFormat {
  const format = call.option('format')!
  if (Object.hasOwn(FORMATS, format)) return format as FeedFormat
  throw new UsageError(`--format must be one of ${Object.keys(FORMATS).join(', ')}.`)
}
