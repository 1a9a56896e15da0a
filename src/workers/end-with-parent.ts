/**
 * For a child process. Ctrl-C and the signals of service managers reach parent and child, but only the parent acts on them
 * and notifies the child. Without its parent, the child ends at once.
 */
export function endWithParent(): void {
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => {})
  process.on('SIGHUP', () => {})
  process.once('disconnect', () => process.exit(1))
}
