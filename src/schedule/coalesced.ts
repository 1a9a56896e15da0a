/**
 * One question for all who ask the same at once. Who asks while an answer is under way gets the next one, so that every
 * answer was looked for after its question.
 */
export class Coalesced<T> {
  private readonly running = new Map<string, Promise<T>>()
  private readonly waiting = new Map<string, Promise<T>>()

  ask(key: string, find: () => Promise<T>): Promise<T> {
    const current = this.running.get(key)
    if (current === undefined) return this.start(key, find)
    const known = this.waiting.get(key)
    if (known !== undefined) return known
    const next = current
      .catch(() => undefined)
      .then(() => {
        this.waiting.delete(key)
        return this.start(key, find)
      })
    this.waiting.set(key, next)
    return next
  }

  private start(key: string, find: () => Promise<T>): Promise<T> {
    const found = find().finally(() => this.running.delete(key))
    this.running.set(key, found)
    return found
  }
}
