/**
 * For a process that another one has started: Ctrl-C and the signals of whoever manages services reach both, but only the
 * other one acts on them and tells this one. Without the other one, this one ends at once.
 */
export function endWithParent(): void {
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => {})
  process.on('SIGHUP', () => {})
  process.once('disconnect', () => process.exit(1))
}
