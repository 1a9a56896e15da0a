/** Says things that happen without a change of page: to the eye as a short note, to screen readers at once. */
import { useEffect, useState } from 'react'

const SAID = 'plenum:said'
const SHOWN_FOR = 6_000

interface Said {
  text: string
  /** Also shown, not only read out. */
  isShown: boolean
}

/** For screen readers alone. */
export function announce(text: string): void {
  dispatchEvent(new CustomEvent<Said>(SAID, { detail: { text, isShown: false } }))
}

/** For everybody. */
export function note(text: string): void {
  dispatchEvent(new CustomEvent<Said>(SAID, { detail: { text, isShown: true } }))
}

export function Announcer() {
  const [said, setSaid] = useState<Said>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const hear = (event: Event) => {
      const { detail } = event as CustomEvent<Said>
      setSaid(detail)
      clearTimeout(timer)
      timer = setTimeout(() => setSaid(undefined), SHOWN_FOR)
    }
    addEventListener(SAID, hear)
    return () => {
      clearTimeout(timer)
      removeEventListener(SAID, hear)
    }
  }, [])
  return (
    <div className={said?.isShown ? 'c-note' : 'hidden-label'} role="status" aria-live="polite">
      {said?.text}
    </div>
  )
}
