/** A place where a file is dropped, or chosen by its button. */
import { type DragEvent, useId, useState } from 'react'
import { t } from '../words.ts'

interface DropProps {
  label: string
  hint: string
  accept: string
  onFile: (file: File) => void
}

export function Drop({ label, hint, accept, onFile }: DropProps) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the input inside is for everybody who does not drag
    <div
      className="c-drop"
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <svg aria-hidden="true" viewBox="0 0 24 24" width="32" height="32">
        <path
          d="M12 16V4m0 0 5 5m-5-5L7 9M4 16v4h16v-4"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
        />
      </svg>
      <label htmlFor={id}>{label}</label>
      <p className="hint">{hint}</p>
      <input
        id={id}
        type="file"
        accept={accept}
        aria-label={`${label}: ${t('drop.choose')}`}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          if (file) onFile(file)
        }}
      />
    </div>
  )
}
