/** The own review of a proposal, by the criteria of the event, and what others think. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SelectInput, TextInput } from '../../browser/forms/fields.tsx'
import { type FormValues, ServiceForm } from '../../browser/forms/service-form.tsx'
import { client } from '../../browser/service.ts'
import { useAccount } from '../account.ts'
import { note } from '../parts/announcer.tsx'
import { t } from '../words.ts'

interface ReviewProps {
  event: string
  session: string
  /** After a review is saved: on to the next proposal. */
  onSaved: () => void
}

const nameOf = (criterion: string) => `score-${criterion}`

export function Review({ event, session, onSaved }: ReviewProps) {
  const { id: user } = useAccount()
  const queries = useQueryClient()
  const { data: criteria = [] } = useQuery({
    queryKey: ['review-criteria', event],
    queryFn: async () =>
      (await client.reviewCriteria.list({ event, sort: ['position'], page: { size: 100 } })).records,
  })
  const { data: reviews } = useQuery({
    queryKey: ['reviews', session],
    queryFn: async () => (await client.sessions.related(session, 'reviews', { page: { size: 100 } })).records,
  })
  if (criteria.length === 0 || !reviews) return null
  const own = reviews.find(({ reviewer }) => reviewer?.id === user)
  const others = reviews.filter((review) => review !== own)
  const save = async ({ text }: FormValues) => {
    const scores = Object.fromEntries(
      criteria.map(({ id }) => [id, text(nameOf(id)) === '' ? null : Number(text(nameOf(id)))]),
    )
    const fields = { scores, comment: text('comment') || null }
    if (own) await client.reviews.update(own.id, fields)
    else await client.reviews.create({ session, ...fields })
    await queries.invalidateQueries({ queryKey: ['reviews', session] })
    await queries.invalidateQueries({ queryKey: ['proposals', event] })
    note(t('review.saved'))
    onSaved()
  }
  return (
    <section aria-labelledby="review">
      <h3 id="review">{t('review.title')}</h3>
      <ServiceForm needsLogIn name={`review-${session}`} submit={t('review.save')} onSubmit={save}>
        {criteria.map(({ id, name, min, max, isRequired }) => (
          <SelectInput
            key={id}
            name={nameOf(id)}
            label={name}
            isRequired={isRequired}
            stored={own?.scores[id]?.toString()}
            options={scoresOf(min, max)}
          />
        ))}
        <TextInput name="comment" label={t('releases.comment')} lines={3} stored={own?.comment} />
      </ServiceForm>
      {others.length > 0 && (
        <ul>
          {others.map(({ id, score, comment }) => (
            <li key={id}>
              {score !== null && <strong>{Math.round(score)}/100</strong>} {comment}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function scoresOf(min: number, max: number): { value: string; label: string }[] {
  return Array.from({ length: Math.min(max - min, 100) + 1 }, (_, place) => {
    const value = String(min + place)
    return { value, label: value }
  })
}
