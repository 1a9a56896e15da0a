/** Clients that write and read without a pause, and remember what they were promised. */
import assert from 'node:assert/strict'
import { bodyOf, linkTo } from './make.ts'
import type { Answer, CalledService, Caller, Json } from './service.ts'

export interface FailedRequest {
  method: string
  path: string
  status: number
}

export interface Load {
  /** What was not answered as it should be. */
  failed: FailedRequest[]
  /** How many requests were answered. */
  answered(): number
  /** The addresses of all tasks that were accepted. */
  tasks: string[]
  /** Ends the clients after what they have under way. */
  stop(): Promise<void>
  /** Fails unless each accepted write is there. */
  audit(): Promise<void>
}

const TASK_EVERY = 20

/** Each client makes sessions of the event one by one, reads and changes them, and starts an export now and then. */
export function startLoad(
  service: CalledService,
  owner: Caller,
  event: { type: string; id: string },
  clients: number,
): Load {
  const failed: FailedRequest[] = []
  const tasks: string[] = []
  /** The titles that each session may have: two while it is not known whether a change was made. */
  const titles = new Map<string, string[]>()
  let count = 0
  let isStopped = false

  const send = async (
    method: string,
    path: string,
    expected: number,
    body?: Json,
  ): Promise<Answer | undefined> => {
    const answer = await service
      .call(method, path, { as: owner, ...(body && { body }) })
      .catch(() => undefined)
    if (answer?.status === expected) {
      count++
      return answer
    }
    failed.push({ method, path, status: answer?.status ?? 0 })
    return undefined
  }

  const round = async (client: number, number: number) => {
    const title = `Session ${number} of client ${client}`
    const made = await send(
      'POST',
      '/v1/sessions',
      201,
      bodyOf('session', { title }, { event: linkTo(event) }),
    )
    if (!made) return
    const { id } = made.body.data
    titles.set(id, [title])
    const path = `/v1/sessions/${id}`
    const read = await send('GET', path, 200)
    if (read) assert.equal(read.body.data.attributes.title, title)
    const changed = `${title}, changed`
    titles.set(id, [title, changed])
    const change = { data: { type: 'session', id, attributes: { title: changed } } }
    if (await send('PATCH', path, 200, change)) titles.set(id, [changed])
    await send('GET', `/v1/events/${event.id}/sessions?page[size]=5&sort=-id`, 200)
    if (number % TASK_EVERY !== 0) return
    const started = await send('POST', `/v1/events/${event.id}/export/json`, 200, {})
    if (started) tasks.push(started.body.task_url)
  }

  const running = Array.from({ length: clients }, async (_, client) => {
    for (let number = 1; !isStopped; number++) await round(client, number)
  })
  return {
    failed,
    tasks,
    answered: () => count,
    async stop() {
      isStopped = true
      await Promise.all(running)
    },
    async audit() {
      const path = `/v1/events/${event.id}/sessions?page[size]=0&fields[session]=title`
      const { body } = await service.call('GET', path, { as: owner })
      const kept = new Map<string, string>(
        body.data.map(({ id, attributes }: Json) => [id, attributes.title]),
      )
      const wrong = [...titles].filter(([id, allowed]) => !allowed.includes(kept.get(id) ?? 'missing'))
      assert.deepEqual(wrong, [])
    },
  }
}
