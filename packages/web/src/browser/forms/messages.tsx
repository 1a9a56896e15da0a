/** What the service said, read out by screen readers. */
import { type ReactNode, useEffect, useRef } from 'react'

export function Alert({ texts }: { texts: string[] }) {
  return (
    <div className="notice fault-notice" role="alert" tabIndex={-1}>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  )
}

/** Takes the place of a form that has done its work, and its focus with it. */
export function Done({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} className="notice" role="status" tabIndex={-1}>
      {children}
    </div>
  )
}
