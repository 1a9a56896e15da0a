import { setTimeout as delay } from 'node:timers/promises'

/** Waits for a condition instead of a time. */
export async function until(holds: () => Promise<boolean> | boolean, most = 20_000): Promise<void> {
  const end = Date.now() + most
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`After ${most} ms this does not hold: ${holds}`)
    await delay(20)
  }
}
