import { flag, integer, resource, text } from './declare.ts'
import type { SizeSetting } from './pictures.ts'

const LARGEST = 10_000

const pixels = (value: number) => integer({ nullable: true, min: 0, max: LARGEST, default: value })
const quality = () => integer({ nullable: true, min: 0, max: 100, default: 80 })
const aspect = () => flag({ default: true })

/** The sizes of the pictures of events: one record, with the id 1. */
export const eventImageSize = resource({
  type: 'event-image-size',
  about: 'The sizes of the pictures that the service makes for events. There is one record.',
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
  descriptions: {
    type: 'The kind of pictures.',
    full_width: 'The width of the large version in pixels.',
    full_height: 'The height of the large version in pixels.',
    full_aspect: 'Whether the large version keeps the proportions of the picture.',
    full_quality: 'The quality of the large version, from 0 to 100.',
    thumbnail_width: 'The width of the thumbnail in pixels.',
    thumbnail_height: 'The height of the thumbnail in pixels.',
    thumbnail_aspect: 'Whether the thumbnail keeps the proportions of the picture.',
    thumbnail_quality: 'The quality of the thumbnail, from 0 to 100.',
    icon_width: 'The width of the icon in pixels.',
    icon_height: 'The height of the icon in pixels.',
    icon_aspect: 'Whether the icon keeps the proportions of the picture.',
    icon_quality: 'The quality of the icon, from 0 to 100.',
    logo_width: 'The width of a logo in pixels, as a hint for front ends.',
    logo_height: 'The height of a logo in pixels, as a hint for front ends.',
  },
  example: { full_width: 1200 },
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
  about: 'The sizes of the pictures that the service makes for speakers and users. There is one record.',
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
  descriptions: {
    type: 'The kind of pictures.',
    small_size_width_height: 'The width and height of the small version in pixels.',
    small_size_quality: 'The quality of the small version, from 0 to 100.',
    thumbnail_size_width_height: 'The width and height of the thumbnail in pixels.',
    thumbnail_size_quality: 'The quality of the thumbnail, from 0 to 100.',
    icon_size_width_height: 'The width and height of the icon in pixels.',
    icon_size_quality: 'The quality of the icon, from 0 to 100.',
  },
  example: { thumbnail_size_width_height: 400 },
  access: { read: 'all', update: 'staff' },
})

export const speakerSize = (name: 'thumbnail' | 'small' | 'icon'): SizeSetting => ({
  width: `${name}_size_width_height`,
  quality: `${name}_size_quality`,
})
