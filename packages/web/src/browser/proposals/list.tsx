/** What the reader has proposed, at all events. */
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../forms/faults.ts'
import { Alert } from '../forms/messages.tsx'
import { client, link, words } from '../service.ts'

export function OwnProposals({ user }: { user: string }) {
  const { data, error } = useQuery({
    queryKey: ['proposals', user],
    queryFn: () =>
      client.users.related(user, 'sessions', {
        include: ['event'],
        sort: ['-createdAt'],
        page: { size: 100 },
      }),
  })
  return (
    <section aria-labelledby="proposals">
      <h2 id="proposals">{words('proposals.title')}</h2>
      {error && <Alert texts={[messageOf(error)]} />}
      {data?.records.length === 0 && <p className="quiet">{words('proposals.none')}</p>}
      <ul className="own-list">
        {data?.records.map(({ id, title, state, event }) => (
          <li key={id}>
            <div>
              <a href={link(`/events/${event?.identifier}/propose?proposal=${id}`)}>{title}</a>
              <span className="hint block">{event?.name}</span>
            </div>
            <span className={`state state-${state}`}>{words(`state.${state}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
