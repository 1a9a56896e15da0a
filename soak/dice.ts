/** Chance that can be repeated: the same seed gives the same throws. */
export interface Dice {
  /** A whole number from 0 to one below the limit. */
  below(limit: number): number
  pick<T>(list: readonly T[]): T
  shuffle<T>(list: readonly T[]): T[]
  /** Dice of its own for each name, so that one user's throws do not depend on how fast another throws. */
  named(name: string): Dice
}

export function diceOf(seed: number): Dice {
  let state = seed >>> 0
  // mulberry32: 32 bits of state are plenty for choosing what to do next.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick: (list) => list[below(list.length)]!,
    shuffle: (list) =>
      list
        .map((one) => ({ one, place: next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ one }) => one),
    named: (name) => diceOf([...name].reduce((sum, sign) => Math.imul(sum, 31) + sign.charCodeAt(0), seed)),
  }
}
