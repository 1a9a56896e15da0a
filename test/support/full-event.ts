/** An event with a file of every kind. */
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { variantsOf } from '../../tools/pictures.ts'
import { linkTo, make } from './make.ts'
import type { Caller, Json, TestService } from './service.ts'
import { uploadFile } from './uploads.ts'

/** Where each kind of record has its files. */
export const MEDIA_FIELDS: Record<string, string[]> = {
  events: ['logo_url', 'original_image_url', 'large_image_url', 'thumbnail_image_url', 'icon_image_url'],
  speakers: ['photo_url', 'thumbnail_image_url', 'small_image_url', 'icon_image_url'],
  sponsors: ['logo_url'],
  sessions: ['video_url', 'audio_url', 'slides_url'],
}

export interface FullEvent {
  id: string
  speakers: Json[]
  sponsors: Json[]
  session: Json
}

export async function makeFullEvent(service: TestService, as: Caller): Promise<FullEvent> {
  let count = 0
  const picture = async () => {
    const background = { r: ++count * 40, g: 100, b: 100 }
    const content = sharp({ create: { width: 80, height: 60, channels: 3, background } })
    return uploadFile(service, as, 'picture.png', await content.png().toBuffer())
  }
  const file = (name: string, head: string) =>
    uploadFile(service, as, name, Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(3_000, ++count)]))
  const event = await make(service, as, 'event', {
    name: 'Every kind of file',
    'logo-url': await picture(),
    'original-image-url': await picture(),
  })
  const links = { event: linkTo(event) }
  const speakers = [
    await make(service, as, 'speaker', { name: 'ada  von/LOVELACE', 'photo-url': await picture() }, links),
    await make(service, as, 'speaker', { name: '李 雷', 'photo-url': await picture() }, links),
    await make(service, as, 'speaker', { name: 'Nobody' }, links),
  ]
  const sponsors = [
    await make(service, as, 'sponsor', { name: 'acme: inc.', 'logo-url': await picture() }, links),
  ]
  const session = await make(
    service,
    as,
    'session',
    {
      'slides-url': await file('slides.pdf', '%PDF-1.7\n'),
      'audio-url': await file('talk.mp3', '\xff\xfb\x90\x00'),
      'video-url': await file('talk.mp4', '\0\0\0\x18ftypmp42\0\0\0\0mp42isom'),
    },
    links,
  )
  for (const one of [event, ...speakers.slice(0, 2)]) await variantsOf(service, one)
  return { id: event.id, speakers, sponsors, session }
}

/** All addresses of files of an event, by table, place and field. */
export async function mediaOf(service: TestService, eventId: string): Promise<Record<string, string>> {
  const [found] = await service.db.query<Record<string, Json[]>>(
    sql`select
      (select json_agg(e) from events e where id = ${eventId}) as events,
      (select json_agg(r order by id) from speakers r where event_id = ${eventId}) as speakers,
      (select json_agg(r order by id) from sponsors r where event_id = ${eventId}) as sponsors,
      (select json_agg(r order by id) from sessions r where event_id = ${eventId}) as sessions`,
  )
  const entries = Object.entries(MEDIA_FIELDS).flatMap(([table, fields]) =>
    (found![table] ?? []).flatMap((row: Json, index) =>
      fields.flatMap((field) => (row[field] === null ? [] : [[`${table}.${index}.${field}`, row[field]]])),
    ),
  )
  return Object.fromEntries(entries)
}
