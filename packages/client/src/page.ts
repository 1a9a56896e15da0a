/** One page of a list. As an async iterable it goes on to the pages that follow, record by record. */
export class Page<R> {
  readonly records: R[]
  /** How many records there are on all pages. */
  readonly count: number
  readonly #next: (() => Promise<Page<R>>) | undefined

  constructor(records: R[], count: number, next: (() => Promise<Page<R>>) | undefined) {
    this.records = records
    this.count = count
    this.#next = next
  }

  /** The page that follows; undefined after the last one. */
  async next(): Promise<Page<R> | undefined> {
    return this.#next?.()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<R, void, undefined> {
    for (let page: Page<R> | undefined = this; page; page = await page.next()) yield* page.records
  }
}
