/** People with their picture, or their initials. */
import type { ReactNode } from 'react'
import { Picture } from './picture.tsx'

interface PortraitProps {
  id: string
  name: string
  urls: (string | null | undefined)[]
  size: 'small' | 'large'
}

export function Portrait({ id, name, urls, size }: PortraitProps) {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? '')][0] ?? '',
  )
  return (
    <span className={`portrait ${size} tone-${Number(id) % 6}`}>
      <span aria-hidden="true">{letters.join('').toUpperCase()}</span>
      <Picture urls={urls} alt="" />
    </span>
  )
}

interface PersonProps {
  speaker: {
    id: string
    name: string
    organisation: string | null
    position: string | null
    thumbnailImageUrl: string | null
    smallImageUrl: string | null
    photoUrl: string | null
  }
  link: string
  heading?: (name: ReactNode) => ReactNode
}

export const PERSON_FIELDS = [
  'name',
  'organisation',
  'position',
  'thumbnailImageUrl',
  'smallImageUrl',
  'photoUrl',
] as const

/** What a person does and where. */
export function roleOf({
  position,
  organisation,
}: Pick<PersonProps['speaker'], 'position' | 'organisation'>): string {
  return [position, organisation].filter(Boolean).join(', ')
}

export function Person({ speaker, link, heading = (name) => name }: PersonProps) {
  const { id, name, smallImageUrl, thumbnailImageUrl, photoUrl } = speaker
  return (
    <div className="person">
      <Portrait id={id} name={name} urls={[smallImageUrl, thumbnailImageUrl, photoUrl]} size="small" />
      <div>
        {heading(<a href={link}>{name}</a>)}
        <p className="quiet">{roleOf(speaker)}</p>
      </div>
    </div>
  )
}
