/** Feeds, made once for each state of a programme and kept in memory. */
import { hash } from 'node:crypto'
import type { Db } from '../database/connect.ts'
import { Recent } from '../database/recent.ts'
import { NotFoundError } from '../errors.ts'
import type { Model } from '../jsonapi/model.ts'
import type { FeedFormat } from '../resources/feed-address.ts'
import { Coalesced } from './coalesced.ts'
import { calendarOfPart, type FeedParts, FORMATS } from './feed.ts'
import { type FoundProgramme, findProgramme, type Place, type Wanted } from './find-programme.ts'
import type { Programme } from './programme.ts'
import { programmeOf } from './stored-programme.ts'

/** For the texts of feeds, and for the programmes that calendars of single sessions are made of. */
const MOST_BYTES = 64 * 1024 * 1024

export interface Feed {
  tag: string
  changedAt: string
  mediaType: string
  /** Built when it is asked for. */
  body(): Promise<Buffer>
}

export class Feeds {
  private readonly db: Db
  private readonly event: Model
  private readonly parts: FeedParts
  private readonly found = new Coalesced<FoundProgramme>()
  private readonly bodies = new Recent<Buffer>(MOST_BYTES)
  private readonly programmes = new Recent<Programme>(MOST_BYTES)
  private readonly building = new Map<string, Promise<Buffer>>()
  /** One at a time, because each may take many times the memory of its text. */
  private last: Promise<unknown> = Promise.resolve()

  constructor(db: Db, event: Model, parts: FeedParts) {
    this.db = db
    this.event = event
    this.parts = parts
  }

  async find(wanted: Wanted, format: FeedFormat, mediaType: string): Promise<Feed> {
    const { place, release, caller } = wanted
    const find = () => findProgramme(this.db, this.event, wanted)
    const key = JSON.stringify([place, release])
    const found = caller ? await find() : await this.found.ask(key, find)
    // By its id, whatever it was addressed by.
    const part = 'event' in place ? 'whole' : place
    const name = JSON.stringify([part, format, this.keyOf(found)])
    const tag = `"${hash('sha256', `${name} ${mediaType}`, 'base64url').slice(0, 27)}"`
    return {
      tag,
      mediaType,
      changedAt: found.changed_at,
      body: () => this.bodyOf(name, found, place, format),
    }
  }

  /** The whole programme that a reader gets. */
  async programme(wanted: Wanted): Promise<{ programme: Programme; version: string }> {
    const found = await findProgramme(this.db, this.event, wanted)
    return { programme: await this.programmeOf(found), version: found.version }
  }

  /** The same for the same text, whatever process makes it. */
  private keyOf({ event_id, release_id, state }: FoundProgramme): string {
    return JSON.stringify([event_id, release_id, state, this.parts])
  }

  private bodyOf(name: string, found: FoundProgramme, place: Place, format: FeedFormat): Promise<Buffer> {
    const kept = this.bodies.get(name)
    if (kept) return Promise.resolve(kept)
    const running = this.building.get(name)
    if (running) return running
    const built = this.last
      .then(async () => {
        const body = Buffer.from(this.write(found, place, format, await this.programmeOf(found)))
        this.bodies.set(name, body, body.length)
        return body
      })
      .finally(() => this.building.delete(name))
    this.building.set(name, built)
    this.last = built.catch(() => undefined)
    return built
  }

  private write({ version }: FoundProgramme, place: Place, format: FeedFormat, programme: Programme): string {
    const source = { ...this.parts, programme, version }
    if ('event' in place) return FORMATS[format].write(source)
    const calendar = calendarOfPart(source, place)
    if (calendar === undefined) throw new NotFoundError('This is not in the schedule.')
    return calendar
  }

  private async programmeOf(found: FoundProgramme): Promise<Programme> {
    const key = this.keyOf(found)
    const kept = this.programmes.get(key)
    if (kept) return kept
    const { programme, bytes } = await programmeOf(this.db, found)
    this.programmes.set(key, programme, bytes)
    return programme
  }
}
