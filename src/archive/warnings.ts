const MOST = 1_000

/** What an import repaired or left out, for its result. */
export class Warnings {
  private readonly entries: string[] = []
  private readonly ignored = new Map<string, Map<string, number>>()
  private count = 0

  add(text: string): void {
    this.count++
    if (this.entries.length < MOST) this.entries.push(text)
  }

  /** Counts a key that is not known. */
  ignore(file: string, key: string): void {
    const keys = this.ignored.get(file) ?? new Map<string, number>()
    if (keys.size < MOST || keys.has(key)) keys.set(key, (keys.get(key) ?? 0) + 1)
    this.ignored.set(file, keys)
  }

  list(): string[] {
    const ignored = [...this.ignored].map(([file, keys]) => {
      const named = [...keys].map(([key, times]) => `${key.slice(0, 100)} (${times})`)
      return `File ${file}: ignored the keys ${named.join(', ')}`
    })
    const more = this.count > MOST ? [`… and ${this.count - MOST} more`] : []
    return [...this.entries, ...more, ...ignored].map(storable)
  }
}

/** Text from an archive may contain characters that JSON in the database cannot. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
