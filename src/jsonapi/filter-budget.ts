import { BadRequestError } from '../errors.ts'

/** The most that all conditions of a request may cost together, however they are nested and written. */
const MOST = {
  conditions: 100,
  /** Each is another look into related records. */
  'conditions on related records': 20,
  /** Each reads the whole text. */
  patterns: 20,
  'conditions with match': 5,
  /** An index serves them. */
  searches: 10,
  'values in lists': 1_000,
}

type Cost = keyof typeof MOST

export class FilterBudget {
  private readonly left = { ...MOST }

  spend(what: Cost, amount = 1): void {
    this.left[what] -= amount
    if (this.left[what] >= 0) return
    const detail = `filter must not have more than ${MOST[what]} ${what}.`
    throw new BadRequestError(detail, { parameter: 'filter' })
  }
}
