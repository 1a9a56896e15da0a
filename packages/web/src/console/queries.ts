/** What pages of the console read, and when it is read again. */
import { QueryClient, queryOptions } from '@tanstack/react-query'
import { ACCOUNT, client } from '../browser/service.ts'

// The client tries again by itself where that is safe.
export const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 10_000, refetchOnWindowFocus: true } },
})

export const accountQuery = queryOptions({ ...ACCOUNT, staleTime: 300_000 })

export const eventQuery = (event: string) =>
  queryOptions({ queryKey: ['event', event], queryFn: () => client.events.get(event) })

/** The events at which the account has a role, the latest first. */
export const ownEventsQuery = (user: string) =>
  queryOptions({
    queryKey: ['own-events', user],
    queryFn: () => client.users.related(user, 'events', { sort: ['-startsAt'], page: { size: 200 } }),
  })

/** How much of an event waits for somebody. Null where the role may not know. */
export const needsQuery = (event: string) =>
  queryOptions({
    queryKey: ['needs', event],
    queryFn: async () => {
      const count = async (read: Promise<{ count: number }>) =>
        (await read.catch(() => undefined))?.count ?? 0
      const one = { page: { size: 1 }, fields: { session: ['title'] } } as const
      const [pending, unconfirmed, conflicts] = await Promise.all([
        count(client.sessions.list({ event, filter: { state: 'pending' }, ...one })),
        count(client.sessions.list({ event, filter: { state: 'accepted' }, ...one })),
        count(client.scheduleConflicts.list({ event, page: { size: 1 } })),
      ])
      return { pending, unconfirmed, conflicts }
    },
  })

/** The latest tasks of the account that failed. */
export const failedTasksQuery = (user: string) =>
  queryOptions({
    queryKey: ['failed-tasks', user],
    queryFn: async () => {
      const query = { filter: { status: 'FAILURE', user }, sort: ['-startsAt'], page: { size: 5 } } as const
      const { records } = await client.importJobs.list(query)
      return records
    },
  })
