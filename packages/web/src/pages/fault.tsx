import { type Shown, useLink } from '../context.ts'
import type { Key, Words } from '../texts/catalogue.ts'

const KNOWN = [404, 429]

export function faultPage(words: Words, status: number): Shown {
  const kind = KNOWN.includes(status) ? status : 'other'
  const title = words(`fault.${kind}.title` as Key)
  return {
    title,
    status,
    body: <Fault title={title} text={words(`fault.${kind}.text` as Key)} home={words('fault.home')} />,
  }
}

function Fault({ title, text, home }: { title: string; text: string; home: string }) {
  const link = useLink()
  return (
    <div className="fault">
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <a className="button" href={link('/')}>
          {home}
        </a>
      </p>
    </div>
  )
}
