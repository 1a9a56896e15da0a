import { flag, integer, resource, text } from './declare.ts'
import type { SizeSetting } from './pictures.ts'

const LARGEST = 10_000

const pixels = (value: number) => integer({ nullable: true, min: 0, max: LARGEST, default: value })
const quality = () => integer({ nullable: true, min: 0, max: 100, default: 80 })
const aspect = () => flag({ default: true })

/** The sizes of the pictures of events: one record, with the id 1. */
export const eventImageSize = resource({
  type: 'event-image-size',
  path: '/event-image-sizes',
  table: 'event_image_sizes',
  singleton: '1',
  fields: {
    type: text({ readOnly: true }),
    full_width: pixels(1300),
    full_height: pixels(500),
    full_aspect: aspect(),
    full_quality: quality(),
    thumbnail_width: pixels(500),
    thumbnail_height: pixels(200),
    thumbnail_aspect: aspect(),
    thumbnail_quality: quality(),
    icon_width: pixels(75),
    icon_height: pixels(30),
    icon_aspect: aspect(),
    icon_quality: quality(),
    logo_width: pixels(500),
    logo_height: pixels(200),
  },
  access: { read: 'all', update: 'staff' },
})

export const eventSize = (name: 'full' | 'thumbnail' | 'icon'): SizeSetting => ({
  width: `${name}_width`,
  height: `${name}_height`,
  aspect: `${name}_aspect`,
  quality: `${name}_quality`,
})

/** The sizes of the pictures of speakers and users: one record, with the id 2. */
export const speakerImageSize = resource({
  type: 'speaker-image-size',
  path: '/speaker-image-sizes',
  table: 'speaker_image_sizes',
  singleton: '2',
  fields: {
    type: text({ readOnly: true }),
    small_size_width_height: pixels(50),
    small_size_quality: quality(),
    thumbnail_size_width_height: pixels(500),
    thumbnail_size_quality: quality(),
    icon_size_width_height: pixels(35),
    icon_size_quality: quality(),
  },
  access: { read: 'all', update: 'staff' },
})

export const speakerSize = (name: 'thumbnail' | 'small' | 'icon'): SizeSetting => ({
  width: `${name}_size_width_height`,
  quality: `${name}_size_quality`,
})
