/** What was used last, up to a total length. What was used longest ago is forgotten first. */
export class Recent<V> {
  private readonly entries = new Map<string, { value: V; length: number }>()
  private readonly most: number
  private total = 0

  constructor(most: number) {
    this.most = most
  }

  get(key: string): V | undefined {
    const entry = this.entries.get(key)
    if (entry === undefined) return undefined
    this.entries.delete(key)
    this.entries.set(key, entry)
    return entry.value
  }

  /** Of all that is kept. */
  get length(): number {
    return this.total
  }

  /** Keeps a value and returns the keys that are dropped for it. */
  set(key: string, value: V, length = key.length): string[] {
    this.delete(key)
    this.entries.set(key, { value, length })
    this.total += length
    const forgotten: string[] = []
    for (const oldest of this.entries.keys()) {
      if (this.total <= this.most || oldest === key) break
      this.delete(oldest)
      forgotten.push(oldest)
    }
    return forgotten
  }

  delete(key: string): void {
    this.total -= this.entries.get(key)?.length ?? 0
    this.entries.delete(key)
  }
}
