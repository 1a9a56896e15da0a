/** What each value takes besides its text (in bytes), roughly. */
const VALUE = 32

/** About how much memory a value takes that JSON.parse has built, in bytes. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return VALUE + value.length * 2
  if (typeof value !== 'object' || value === null) return VALUE
  let size = VALUE
  for (const [key, one] of Object.entries(value)) size += key.length + sizeOf(one)
  return size
}
