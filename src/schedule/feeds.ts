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
import { programmeOf, type StoredProgramme } from './stored-programme.ts'

/** For the texts of feeds, and for the programmes that calendars of single sessions are made of. */
const MOST_BYTES = 64 * 1024 * 1024

/** In characters of their keys. */
const MOST_STATES = 1024 * 1024

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
  private readonly programmes = new Recent<StoredProgramme>(MOST_BYTES)
  private readonly reading = new Coalesced<StoredProgramme>()
  /** What was found in a state, remembered for longer than the programme. */
  private readonly digests = new Recent<string>(MOST_STATES)
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
    const name = JSON.stringify([part, format, await this.contentOf(found)])
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
    return { programme: (await this.programmeOf(found)).programme, version: found.version }
  }

  /**
   * The same for the same text, whatever process makes it. A release changes only when a person in it is erased, and its
   * state tells so. The present state is told by what it holds, not by when it was written: a tag is that of the bytes that
   * are sent with it, also while sessions are edited.
   */
  private async contentOf(found: FoundProgramme): Promise<string> {
    const { release_id, state } = found
    const digest = async () => this.digests.get(keyOf(found)) ?? (await this.programmeOf(found)).digest
    const content = release_id === null ? await digest() : state
    return JSON.stringify([found.event_id, content, this.parts])
  }

  private bodyOf(name: string, found: FoundProgramme, place: Place, format: FeedFormat): Promise<Buffer> {
    const kept = this.bodies.get(name)
    if (kept) return Promise.resolve(kept)
    const running = this.building.get(name)
    if (running) return running
    const built = this.last
      .then(async () => {
        const { programme } = await this.programmeOf(found)
        const body = Buffer.from(this.write(found, place, format, programme))
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

  private programmeOf(found: FoundProgramme): Promise<StoredProgramme> {
    const key = keyOf(found)
    const kept = this.programmes.get(key)
    if (kept) return Promise.resolve(kept)
    return this.reading.ask(key, async () => {
      const stored = await programmeOf(this.db, found)
      this.programmes.set(key, stored, stored.bytes)
      this.digests.set(key, stored.digest)
      return stored
    })
  }
}

function keyOf({ event_id, release_id, state }: FoundProgramme): string {
  return JSON.stringify([event_id, release_id, state])
}
