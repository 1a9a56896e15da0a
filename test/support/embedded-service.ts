/** A service that does nothing but keep an embedded server, for tests to start, interrupt and kill. */
import { findEmbedded, startEmbedded } from '../../src/database/embedded/server.ts'

const [folder = '', manner] = process.argv.slice(2)
try {
  const server = await startEmbedded({ folder, settings: { fsync: 'off' } })
  const interrupted = manner !== 'leave' && interruption()
  console.log(server.url)
  if (interrupted) {
    await interrupted
    console.log(`interrupted, server at ${await findEmbedded(folder)}`)
    await server.stop()
  }
} catch (error) {
  console.log((error as Error).message)
  process.exitCode = 1
}

/** Ctrl-C, or the end of the test that holds our standard input open. */
function interruption(): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.resume().once('end', resolve)
    process.once('SIGINT', () => resolve(void process.stdin.destroy()))
  })
}
