/** A dialog in front of the page. The browser keeps the focus in it and gives it back. */
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { t } from '../words.ts'

interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
}

export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const { current } = dialog
    if (!current?.open) current?.showModal()
    return () => current?.close()
  }, [])
  return (
    <dialog ref={dialog} className="c-dialog" aria-labelledby={id} onClose={onClose}>
      <header className="c-dialog-head">
        <h2 id={id}>{title}</h2>
        <button type="button" className="c-close" onClick={() => dialog.current?.close()}>
          <span aria-hidden="true">×</span>
          <span className="hidden-label">{t('dialog.close')}</span>
        </button>
      </header>
      {children}
    </dialog>
  )
}
