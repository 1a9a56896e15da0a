/** How often (in a second) a check is really made, however many ask. */
const MOST = 10
const SECOND = 1_000

/** One check for all concurrent callers. If they ask too often they get the latest result, so that asking is cheap. */
export function sharedCheck<T>(check: () => Promise<T>): () => Promise<T> {
  let latest: Promise<T> | undefined
  let isRunning = false
  let made = 0
  let since = 0
  return () => {
    if (latest && isRunning) return latest
    if (performance.now() - since >= SECOND) {
      since = performance.now()
      made = 0
    }
    if (latest && made >= MOST) return latest
    made++
    isRunning = true
    latest = check().finally(() => {
      isRunning = false
    })
    return latest
  }
}
