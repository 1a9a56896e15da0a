import fc from 'fast-check'

/** The same in every run, so that a failure can be seen again. */
export const SEED = 20_261_115

export function check<T>(numRuns: number, property: fc.IAsyncProperty<T>): Promise<void> {
  return fc.assert(property, { seed: SEED, numRuns })
}
