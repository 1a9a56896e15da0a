import { type Shown, useLink } from '../context.ts'
import type { Key, Words } from '../texts/catalogue.ts'

const KNOWN = [404, 429]

/** A code of a log-in with a provider has a text of its own, and leads back to the log-in. */
export function faultPage(words: Words, status: number, code = ''): Shown {
  const isLogIn = words.has(`fault.${code}.title`)
  const kind = isLogIn ? code : KNOWN.includes(status) ? status : 'other'
  const [path, link] = isLogIn ? (['/log-in', 'fault.toLogIn'] as const) : (['/', 'fault.home'] as const)
  const title = words(`fault.${kind}.title` as Key)
  return {
    title,
    status,
    body: <Fault title={title} text={words(`fault.${kind}.text` as Key)} path={path} link={words(link)} />,
  }
}

interface FaultProps {
  title: string
  text: string
  /** Where to go from here. */
  path: string
  link: string
}

function Fault({ title, text, path, link }: FaultProps) {
  const hrefOf = useLink()
  return (
    <div className="fault">
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <a className="button" href={hrefOf(path)}>
          {link}
        </a>
      </p>
    </div>
  )
}
