/** What the form of an event asks of a session or a speaker: required answers, and answers that fit their questions. */
import { isDeepStrictEqual } from 'node:util'
import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import { type Fault, UnprocessableError } from '../errors.ts'
import type { FORMS } from '../resources/custom-form.ts'
import type { Row } from '../resources/declare.ts'
import { decimalKind, emailKind, type FieldKind, Invalid } from '../resources/field-types.ts'
import { fromWire, toWire } from '../resources/names.ts'

export type Answered = Row & { event_id: string; complex_field_values?: Row | null }

interface Submission {
  before?: Answered
  after: Answered
  /** Organizers may leave fields of the record as they like, but additional questions have one meaning for everyone. */
  isOrganized: boolean
  /** Nobody has to complete what they withdraw. */
  isComplete: boolean
}

interface Question {
  id: string
  field_identifier: string
  name: string | null
  type: string
  is_required: boolean
  is_complex: boolean
}

/** An answer, and where the caller finds it. */
interface Answer {
  question: Question
  pointer: string
  value: unknown
  isNew: boolean
}

/** Whether a write gives other answers to the additional questions. */
export function hasNewAnswers({ before, after }: { before?: Answered; after: Answered }): boolean {
  return !isDeepStrictEqual(before?.complex_field_values ?? null, after.complex_field_values ?? null)
}

/** One fault for each answer that is missing or wrong. */
export async function demandAnswers(
  tx: Db,
  form: (typeof FORMS)[number],
  submission: Submission,
): Promise<void> {
  const { isOrganized, isComplete } = submission
  const questions = await questionsOf(tx, form, submission.after.event_id, isOrganized)
  const answers = questions.flatMap((question) => answerTo(question, submission) ?? [])
  const missing = answers.filter(({ question, value }) => question.is_required && isEmpty(value))
  const given = answers.filter(({ value, isNew }) => isNew && !isEmpty(value))
  const faults = [
    ...(isOrganized || !isComplete ? [] : missing.map((one) => faultAt(one, 'is required'))),
    ...given.flatMap((one) => misfit(one) ?? []),
    ...(await strangers(tx, given)),
  ]
  if (faults.length > 0) throw new UnprocessableError(faults)
}

function questionsOf(tx: Db, form: string, eventId: string, isOrganized: boolean): Promise<Question[]> {
  return tx.query<Question>(
    sql`select id, field_identifier, name, type, is_required, is_complex from custom_forms
      where event_id = ${eventId} and form = ${form} and is_included and (is_complex or not ${isOrganized}::boolean)
      order by position, id`,
  )
}

/** Undefined for links such as the track, and for the address that the service fills in: they are never left empty. */
function answerTo(question: Question, { before, after }: Submission): Answer | undefined {
  const name = fromWire(question.field_identifier)
  if (question.is_complex) {
    const [key, value] = entryOf(after, name) ?? [question.field_identifier, null]
    const pointer = `/data/attributes/complex-field-values/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    return { question, pointer, value, isNew: value !== (before && entryOf(before, name)?.[1]) }
  }
  if (!Object.hasOwn(after, name) || name === 'email') return undefined
  const value = after[name]
  return { question, pointer: `/data/attributes/${toWire(name)}`, value, isNew: value !== before?.[name] }
}

function entryOf({ complex_field_values }: Answered, name: string): [string, unknown] | undefined {
  return Object.entries(complex_field_values ?? {}).find(([key]) => fromWire(key) === name)
}

function isEmpty(value: unknown): boolean {
  return value == null || (typeof value === 'string' && value.trim() === '')
}

const KINDS: Record<string, FieldKind> = { email: emailKind, number: decimalKind() }

/** The record checks its own fields. */
function misfit(answer: Answer): Fault | undefined {
  const { question, value } = answer
  const read = question.is_complex ? KINDS[question.type]?.read(value) : undefined
  return read instanceof Invalid ? faultAt(answer, read.reason) : undefined
}

const WITH_OPTIONS = new Set(['select', 'checkbox', 'radio'])
const MOST_SHOWN = 20

/** Answers that are none of the options. A question without options takes every answer. */
async function strangers(tx: Db, given: Answer[]): Promise<Fault[]> {
  const chosen = given.filter(({ question }) => WITH_OPTIONS.has(question.type))
  if (chosen.length === 0) return []
  const answers = Object.fromEntries(chosen.map(({ question, value }) => [question.id, String(value)]))
  const rows = await tx.query<{ id: string; fits: boolean; some: string[]; count: number }>(
    sql`select custom_form_id as id, bool_or(value = ${JSON.stringify(answers)}::jsonb ->> custom_form_id::text) as fits,
        (array_agg(value order by id))[1:${MOST_SHOWN}] as some, count(*)::int as count
      from custom_form_options where custom_form_id = any(${Object.keys(answers)}::bigint[]) and deleted_at is null
      group by custom_form_id`,
  )
  const wrong = new Map(rows.filter(({ fits }) => !fits).map((row) => [row.id, row]))
  return chosen.flatMap((answer) => {
    const options = wrong.get(answer.question.id)
    if (!options) return []
    const more = options.count > MOST_SHOWN ? ', …' : ''
    return faultAt(answer, `must be one of: ${options.some.join(', ')}${more}`)
  })
}

function faultAt({ question, pointer }: Answer, reason: string): Fault {
  return { detail: `${question.name ?? question.field_identifier} ${reason}`, source: { pointer } }
}
