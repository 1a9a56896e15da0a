/** How often (in a second) a check is really made, however many ask. */
const MOST = 10
const SECOND = 1_000

/**
 * One check for all who ask at once. Who asks more often than it can change anything gets the latest outcome, so that
 * asking costs nothing.
 */
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
