/** Pictures made smaller: tasks that fetch, make, store and record, against sharp alone making the same files. */
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import type { Figure } from './report.ts'
import { seedEvent } from './seed.ts'
import { timed } from './tasks-api.ts'
import { call, logIn, type World } from './world.ts'

const MANY = 24
const FEW = 2
const WIDTH = 2_000
const HEIGHT = 1_500
/** The sizes of a speaker's picture, as the service sets them at first. */
const SIZES = [500, 50, 35]

export async function images(world: World, isQuick: boolean): Promise<Figure[]> {
  const count = isQuick ? FEW : MANY
  const subject = await world.subject('images')
  const { url } = await subject.start('serve')
  await subject.start('worker', { WORKERS: '2' })
  const token = await logIn(url)
  const { eventId } = await seedEvent(subject.pool, count * 2)
  const { rows } = await subject.pool.query(
    'select id from speakers where event_id = $1 order by id limit $2',
    [eventId, count],
  )
  const picture = await draw()
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(picture)]), 'portrait.jpg')
  const { url: photo } = await call(url, 'POST', '/v1/upload/file', { token, body: form })
  const made = await timed(async () => {
    for (const { id } of rows) {
      const data = { type: 'speaker', id, attributes: { 'photo-url': photo } }
      await call(url, 'PATCH', `/v1/speakers/${id}`, { token, body: { data } })
    }
    for (;;) {
      const { rows: open } = await subject.pool.query(
        'select count(*)::int as count from speakers where event_id = $1 and icon_image_url is not null',
        [eventId],
      )
      if (open[0].count === count) return
      await delay(20)
    }
  })
  const bare = await timed(async () => {
    for (let done = 0; done < count; done += 2)
      await Promise.all([bareVariants(picture), bareVariants(picture)])
  })
  return [
    {
      name: `variants of a picture of ${WIDTH} × ${HEIGHT}`,
      unit: 'pictures/s',
      value: count / made.seconds,
      limit: count / bare.seconds,
    },
  ]
}

async function draw(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#446', noise } })
    .jpeg()
    .toBuffer()
}

async function bareVariants(picture: Buffer): Promise<void> {
  for (const width of SIZES)
    await sharp(picture).resize({ width }).jpeg({ quality: 80, mozjpeg: true }).toBuffer()
}
