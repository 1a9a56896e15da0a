/** The word that was probably meant, if one of them is near enough. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(word.length / 3))
  const near = words
    .map((known) => ({ known, distance: distanceOf(word, known) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
  return near[0]?.known
}

/** How many signs have to be added, removed, replaced or swapped with their neighbour. */
function distanceOf(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        rows[i - 1]![j]! + 1,
        row[j - 1]! + 1,
        rows[i - 1]![j - 1]! + (isSame ? 0 : 1),
        isSwapped ? rows[i - 2]![j - 2]! + 1 : Infinity,
      )
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}
