/** What readers of the API learn about a resource: one sentence for each field and relationship. */

/** The sentences for names that mean the same in every resource. A resource may still write its own. */
const COMMON = {
  created_at: 'When the record was created.',
  last_modified_at: 'When the record was last changed.',
  deleted_at: 'When the record was deleted. Null while it exists.',
  event: 'The event that the record belongs to.',
  guid: 'A UUID that stays the same in every schedule, calendar and archive. The service makes it.',
  latitude: 'The latitude in degrees, from -90 (south) to 90 (north).',
  longitude: 'The longitude in degrees, from -180 (west) to 180 (east).',
  slug: 'The name as part of an address: lower case, with hyphens. The service makes it.',
  thumbnail_image_url: 'The address of the thumbnail that the service makes from the picture.',
  small_image_url: 'The address of the small version that the service makes from the picture.',
  icon_image_url: 'The address of the icon that the service makes from the picture.',
  website: 'The address of a website.',
  twitter: 'The address of a Twitter profile.',
  facebook: 'The address of a Facebook page.',
  github: 'The address of a GitHub profile or repository.',
  gitlab: 'The address of a GitLab profile or repository.',
  mastodon: 'The address of a Mastodon profile.',
  linkedin: 'The address of a LinkedIn profile.',
  instagram: 'The address of an Instagram profile.',
} as const satisfies Record<string, string>

type KeysOf<T> = Extract<keyof T, string>
type PartsOf<D, K extends string> = K extends string
  ? D extends Record<K, infer Parts extends object>
    ? KeysOf<Parts>
    : never
  : never

/** The names that a resource has to describe itself. A missing one is an error of the compiler. */
export interface Described<D> {
  descriptions: Record<
    Exclude<PartsOf<D, Exclude<keyof Describable, 'descriptions'>>, keyof typeof COMMON>,
    string
  >
}

/** What of a declaration is described. */
interface Describable {
  fields: object
  belongsTo?: object
  hasMany?: object
  hasOne?: object
  computed?: object
  descriptions: Record<string, string>
}

/** The sentence for a field or relationship; undefined when none is written. */
export function descriptionOf({ descriptions }: Describable, name: string): string | undefined {
  const sentences: Record<string, string> = { ...COMMON, ...descriptions }
  return Object.hasOwn(sentences, name) ? sentences[name] : undefined
}

/** Everything of a resource that needs a sentence. */
export function namesOf({ fields, belongsTo, hasOne, hasMany, computed }: Describable): string[] {
  return [fields, belongsTo, hasOne, hasMany, computed].flatMap((parts) => Object.keys(parts ?? {}))
}
