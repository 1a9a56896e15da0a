/** What has happened: new proposals, decisions, roles, imports. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Action } from '../forms/action.tsx'
import { messageOf } from '../forms/faults.ts'
import { Alert } from '../forms/messages.tsx'
import { client, words } from '../service.ts'

const MOST = 20

export function Notifications({ user }: { user: string }) {
  const queries = useQueryClient()
  const queryKey = ['notifications', user]
  const { data, error } = useQuery({
    queryKey,
    queryFn: () =>
      client.users.related(user, 'notifications', { sort: ['-createdAt'], page: { size: MOST } }),
  })
  const read = async (id: string) => {
    await client.notifications.update(id, { isRead: true })
    await queries.invalidateQueries({ queryKey })
  }
  const time = new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <section aria-labelledby="notifications">
      <h2 id="notifications">{words('notifications.title')}</h2>
      {error && <Alert texts={[messageOf(error)]} />}
      {data?.records.length === 0 && <p className="quiet">{words('notifications.none')}</p>}
      <ul className="own-list">
        {data?.records.map(({ id, content, createdAt, isRead }) => (
          <li key={id} className={isRead ? 'quiet' : undefined}>
            <div>
              {textOf(content)}
              <span className="hint block">{time.format(new Date(createdAt))}</span>
            </div>
            {!isRead && <Action text={words('notifications.read')} onAct={() => read(id)} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface Content {
  type?: string
  role?: string
  event?: { name?: string }
  session?: { title?: string }
}

/** Of a kind that is not known here: the name of the event at least. */
function textOf(content: Record<string, unknown>): string {
  const { type = '', role = '', event, session }: Content = content
  const key = `notification.${type}`
  const name = event?.name ?? ''
  if (!words.has(key)) return name
  return words(key, { event: name, session: session?.title ?? '', role: words.or(`role.${role}`, role) })
}
