/** What a review must have: a score for each required criterion, and none but for criteria of the event. */
import { isDeepStrictEqual } from 'node:util'
import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import type { RowOf } from '../database/rows.ts'
import { type Fault, UnprocessableError } from '../errors.ts'
import type { Effects } from '../jsonapi/effects.ts'
import type { review } from '../resources/review.ts'

type Review = RowOf<typeof review>

interface Criterion {
  id: string
  name: string
  min: number
  max: number
  is_required: boolean
}

export const reviewEffects: Effects<typeof review> = {
  // What was good when it was written stays, even if the criteria have changed.
  follows: ({ before, after }) => !before || !isDeepStrictEqual(before.scores, after.scores),
  created: (tx, { after }) => demandScores(tx, after),
  updated: (tx, { after }) => demandScores(tx, after),
}

async function demandScores(tx: Db, { event_id, scores }: Review): Promise<void> {
  const criteria = await tx.query<Criterion>(
    sql`select id, name, min, max, is_required from review_criteria where event_id = ${event_id} order by position, id`,
  )
  const known = new Set(criteria.map(({ id }) => id))
  const faults = [
    ...criteria.flatMap((criterion) => faultOf(criterion, scores[criterion.id]) ?? []),
    ...Object.keys(scores)
      .filter((id) => !known.has(id))
      .map((id) => faultAt(id, 'the event has no such criterion')),
  ]
  if (faults.length > 0) throw new UnprocessableError(faults)
}

function faultOf(
  { id, name, min, max, is_required }: Criterion,
  score: number | undefined,
): Fault | undefined {
  if (score === undefined) return is_required ? faultAt(id, `a score for ${name} is required`) : undefined
  return score < min || score > max
    ? faultAt(id, `the score for ${name} must be between ${min} and ${max}`)
    : undefined
}

function faultAt(id: string, detail: string): Fault {
  const key = id.replaceAll('~', '~0').replaceAll('/', '~1')
  return { detail, source: { pointer: `/data/attributes/scores/${key}` } }
}
