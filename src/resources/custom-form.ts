import { choice, flag, integer, prose, resource, text } from './declare.ts'
import { nearestChoice } from './meanings.ts'
import { fromWire } from './names.ts'

const FIELD_TYPES = [
  'text',
  'checkbox',
  'select',
  'file',
  'image',
  'email',
  'number',
  'paragraph',
  'richtextlink',
  'boolean',
  'year',
  'radio',
] as const

export const FORMS = ['session', 'speaker', 'attendee'] as const

/** The identifiers of fields of the record itself. All others are complex: their answers are stored beside it. */
const KNOWN_FIELDS: Record<(typeof FORMS)[number], string> = {
  session: `title subtitle shortAbstract longAbstract comments track sessionType level language slidesUrl slides
    videoUrl audioUrl website facebook twitter github linkedin instagram gitlab mastodon`,
  speaker: `name email photoUrl organisation position address country city longBiography shortBiography
    speakingExperience sponsorshipRequired gender heardFrom mobile website facebook twitter github linkedin
    instagram mastodon`,
  attendee: `firstname lastname email address city state country jobTitle phone taxBusinessInfo billingAddress
    homeAddress shippingAddress company workAddress workPhone website blog twitter facebook github linkedin
    instagram gender ageGroup acceptVideoRecording acceptShareDetails acceptReceiveEmails is_consent_form_field
    is_consent_form_field_photo is_consent_form_field_email is_consent_of_refund_policy native_language
    fluent_language home_wiki wiki_scholarship`,
}
const known = new Map(
  Object.entries(KNOWN_FIELDS).map(([form, names]) => [form, new Set(names.split(/\s+/).map(fromWire))]),
)

const OLD_IDENTIFIERS = new Map([
  ['slides', 'slidesUrl'],
  ['video', 'videoUrl'],
  ['audio', 'audioUrl'],
  ['photo', 'photoUrl'],
])

/** The settings of a form field in the oldest archives. */
function oldField(form: string) {
  return (name: string, rules: unknown) => {
    const { require, include } = (rules ?? {}) as Record<string, unknown>
    const camel = name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())
    return {
      form,
      type: 'text',
      field_identifier: OLD_IDENTIFIERS.get(name) ?? camel,
      is_required: Boolean(require),
      is_included: Boolean(include),
    }
  }
}

export const customForm = resource({
  type: 'custom-form',
  about: 'One field of the form for sessions, speakers or attendees of an event.',
  path: '/custom-forms',
  table: 'custom_forms',
  fields: {
    form: choice(FORMS, { required: true }),
    type: choice(FIELD_TYPES, { default: 'text', neverNull: true }),
    field_identifier: text({ required: true }),
    name: text({ nullable: true }),
    description: prose({ nullable: true }),
    is_required: flag({ default: false, neverNull: true }),
    is_included: flag({ default: false, neverNull: true }),
    is_fixed: flag({ default: false, neverNull: true }),
    is_public: flag({ default: false }),
    is_allow_edit: flag({ default: false }),
    is_complex: flag({ readOnly: true, default: false }),
    position: integer({ default: 0 }),
    form_id: text({ nullable: true }),
    min: integer({ nullable: true, default: 0 }),
    max: integer({ nullable: true, default: 10 }),
    main_language: text({ nullable: true }),
  },
  belongsTo: { event: { to: 'event', required: true, fixed: true } },
  hasMany: { custom_form_options: { to: 'custom-form-option', by: 'custom_form' } },
  descriptions: {
    form: 'The form that has the field.',
    type: 'The kind of input. `select`, `radio` and `checkbox` can have options.',
    field_identifier:
      'The name of the field in the record, such as `short-abstract`, or a new name for an additional question.',
    name: 'The label of the field. For fields that the record itself has, it is made from their name unless you send one.',
    description: 'A hint for the people who fill in the form.',
    is_required: 'Whether the field must be filled in.',
    is_included: 'Whether the form shows the field.',
    is_fixed: 'Whether the field is a permanent part of the form. For front ends only.',
    is_public: 'Whether everyone can read the answers.',
    is_allow_edit: 'Whether people can change their answers later. For front ends only.',
    is_complex:
      'Whether the answers are stored in `complex-field-values`, because the record itself has no such field.',
    position: 'The place in the form. Smaller numbers come first.',
    form_id: 'A name that groups fields, so that a ticket can refer to them by its `form-id`.',
    min: 'The smallest number or length to accept. For front ends only.',
    max: 'The largest number or length to accept. For front ends only.',
    main_language: 'The code of the language of the label, such as `en`.',
    custom_form_options: 'The answers to choose from. Without options, every answer is accepted.',
  },
  example: { form: 'session', field_identifier: 'subtitle', type: 'text', is_included: true },
  derive({ form, field_identifier, name }, stored) {
    const field = fromWire(field_identifier as string)
    const isKnown = known.get(form as string)?.has(field) ?? false
    // The label of the former field is not one that somebody chose.
    const former = stored && !stored.is_complex ? toLabel(fromWire(stored.field_identifier as string)) : null
    const chosen = name === former ? null : (name ?? null)
    return { is_complex: !isKnown, name: chosen ?? (isKnown ? toLabel(field) : null) }
  },
  archive: {
    file: 'forms',
    first: [],
    meanings: {
      form: nearestChoice(FORMS, { sessions: 'session', speakers: 'speaker', attendees: 'attendee' }),
    },
    leftOut: true,
    packed: { session_form: oldField('session'), speaker_form: oldField('speaker') },
  },
  access: {
    read: 'viewer',
    list: 'listed_viewer',
    create: 'organizer',
    update: 'organizer',
    remove: 'organizer',
  },
})

/** The answers that everyone sees, as SQL over the row `t`: those to public fields, in whichever spelling. */
export function publicAnswers(form: 'session' | 'speaker'): string {
  const plain = (name: string) => `lower(replace(regexp_replace(${name}, '([A-Z])', '_\\1', 'g'), '-', '_'))`
  // Most records have no answers, and reading the forms costs more than the rest of the row.
  return `case when t.complex_field_values is not null then (
    select jsonb_object_agg(a.key, a.value) from jsonb_each(t.complex_field_values) a
    where (select bool_and(f.is_public) from custom_forms f
      where f.event_id = t.event_id and f.form = '${form}' and ${plain('f.field_identifier')} = ${plain('a.key')})) end`
}

/** "short_abstract" becomes "Short Abstract". */
function toLabel(field: string): string {
  return field
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
