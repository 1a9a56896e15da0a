/** The form for proposals to an event: the fields that its organizers chose, or usual ones. */
import { GENDERS, LEVELS } from '../../../../../src/resources/choices.ts'
import type { RecordOf } from '../../../../client/src/plenum-client.ts'
import { camelCase, snakeCase } from '../forms/names.ts'
import { client, words } from '../service.ts'

type Part = 'session' | 'speaker'
type Kind =
  | 'text'
  | 'email'
  | 'number'
  | 'url'
  | 'paragraph'
  | 'html'
  | 'checkbox'
  | 'select'
  | 'file'
  | 'image'
  | 'files'

export interface ProposalField {
  part: Part
  /** As the client calls it; of additional questions as they are stored. */
  name: string
  kind: Kind
  label: string
  hint: string | null
  isRequired: boolean
  /** The answer to an additional question, stored beside the fields of the record. */
  isComplex: boolean
  options: { value: string; label: string }[]
}

type Asked = RecordOf<'custom-form', 'customFormOptions'>
type Options = Record<string, ProposalField['options']>

const USUAL: Record<Part, string[]> = {
  session: ['title', 'sessionType', 'track', 'shortAbstract', 'longAbstract', 'slidesUrl'],
  speaker: ['name', 'email', 'organisation', 'shortBiography', 'photoUrl'],
}
const ALWAYS = { session: 'title', speaker: 'name' } as const
const HTML =
  /^(shortAbstract|longAbstract|comments|shortBiography|longBiography|speakingExperience|sponsorshipRequired)$/
const ADDRESS = /^(website|facebook|twitter|github|linkedin|instagram|gitlab|mastodon|videoUrl|audioUrl)$/
const KINDS: Record<string, Kind> = {
  checkbox: 'checkbox',
  boolean: 'checkbox',
  file: 'file',
  image: 'image',
  email: 'email',
  number: 'number',
  year: 'number',
  paragraph: 'paragraph',
  richtextlink: 'paragraph',
}
const CHOICES = new Set(['select', 'radio', 'checkbox'])
const same = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

function translated(values: readonly string[]): ProposalField['options'] {
  return values.map((value) => ({ value, label: words.or(`choice.${value}`, value) }))
}

export async function readProposalForm(event: string): Promise<ProposalField[]> {
  const all = { event, page: { size: 100 } }
  const [forms, tracks, types] = await Promise.all([
    client.customForms.list({ ...all, sort: ['position'], include: ['customFormOptions'] }),
    client.tracks.list({ ...all, fields: { track: ['name'] } }),
    client.sessionTypes.list({ ...all, fields: { 'session-type': ['name'] } }),
  ])
  const toOptions = (records: { id: string; name: string }[]) =>
    records.map(({ id, name }) => ({ value: id, label: name }))
  const options: Options = {
    track: toOptions(tracks.records),
    sessionType: toOptions(types.records),
    level: translated(LEVELS),
    gender: translated(GENDERS),
  }
  const parts: Part[] = ['session', 'speaker']
  return parts.flatMap((part) => {
    const own = forms.records.filter(({ form }) => form === part)
    const chosen = own.length === 0 ? usualFields(part) : chosenFields(part, own)
    return chosen
      .map((field) => withOptions(field, options))
      .filter(({ kind, options }) => kind !== 'select' || options.length > 0)
  })
}

function usualFields(part: Part): ProposalField[] {
  return USUAL[part].map((name) => knownField(part, name))
}

/** The title and the name are always asked for. */
function chosenFields(part: Part, forms: Asked[]): ProposalField[] {
  const chosen = forms.filter(({ isIncluded }) => isIncluded).map((form) => fieldOf(part, form))
  const first = ALWAYS[part]
  const rest = chosen.filter(({ name }) => name !== first)
  return [chosen.find(({ name }) => name === first) ?? knownField(part, first), ...rest]
}

function fieldOf(part: Part, form: Asked): ProposalField {
  const { fieldIdentifier, name, description: hint, isComplex, type } = form
  if (!isComplex) {
    const known = knownField(part, camelCase(fieldIdentifier), name ?? undefined)
    return { ...known, hint, isRequired: known.isRequired || form.isRequired }
  }
  const label = name || fieldIdentifier
  const options = same(form.customFormOptions.map(({ value }) => value))
  const hasOptions = options.length > 0 && CHOICES.has(type)
  const kind = hasOptions ? 'select' : (KINDS[type] ?? 'text')
  const { isRequired } = form
  return { part, name: snakeCase(fieldIdentifier), kind, label, hint, isRequired, isComplex, options }
}

function knownField(part: Part, name: string, given?: string): ProposalField {
  const key = `field.${name}`
  // A label that the service made of the name is in English.
  const isChosen = given !== undefined && given.replaceAll(' ', '').toLowerCase() !== name.toLowerCase()
  const label = words.has(key) && !isChosen ? words(key) : (given ?? name)
  return {
    part,
    name,
    kind: kindOf(name),
    label,
    hint: null,
    isRequired: name === ALWAYS[part],
    isComplex: false,
    options: [],
  }
}

const FIXED: Record<string, Kind> = { slidesUrl: 'file', slides: 'files', photoUrl: 'image', email: 'email' }

function kindOf(name: string): Kind {
  return FIXED[name] ?? (HTML.test(name) ? 'html' : ADDRESS.test(name) ? 'url' : 'text')
}

function withOptions(field: ProposalField, options: Options): ProposalField {
  if (field.isComplex || !options[field.name]) return field
  return { ...field, kind: 'select', options: options[field.name]! }
}
