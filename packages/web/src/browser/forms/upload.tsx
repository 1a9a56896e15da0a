/** A field for a file, which is stored as soon as it is chosen. The form sends its address. */
import { useEffect, useId, useRef, useState } from 'react'
import { upload, words } from '../service.ts'
import { messageOf } from './faults.ts'
import { Around, describe, FieldLabel, type FieldProps } from './fields.tsx'
import { useDrafted, useFault } from './service-form.tsx'

interface UploadProps extends FieldProps {
  isImage?: boolean
}

export function UploadInput({ name, label, hint, isRequired = false, stored, isImage = false }: UploadProps) {
  const id = useId()
  const [url, setUrl] = useState(useDrafted(name, stored ?? ''))
  const [progress, setProgress] = useState<number>()
  const [fault, setFault] = useState<string>()
  const refused = useFault(name) ?? fault
  const hidden = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address is an input that the form keeps
  useEffect(() => {
    hidden.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [url])
  const choose = async (file: File | undefined) => {
    if (!file) return
    setFault(undefined)
    setProgress(0)
    try {
      setUrl(await upload(file, isImage, setProgress))
    } catch (error) {
      setFault(messageOf(error))
    } finally {
      setProgress(undefined)
    }
  }
  return (
    <div className="field">
      <FieldLabel text={label} isRequired={isRequired} htmlFor={id} />
      <input ref={hidden} type="hidden" name={name} value={url} />
      <input
        id={id}
        type="file"
        accept={isImage ? 'image/*' : undefined}
        onChange={(event) => void choose(event.currentTarget.files?.[0])}
        {...describe(id, hint, refused)}
      />
      <Stored url={url} progress={progress} label={label} onRemove={() => setUrl('')} />
      <Around id={id} hint={hint} fault={refused} />
    </div>
  )
}

interface StoredProps {
  url: string
  progress: number | undefined
  label: string
  onRemove: () => void
}

function Stored({ url, progress, label, onRemove }: StoredProps) {
  if (progress !== undefined)
    return <progress aria-label={words('form.uploading', { label })} value={progress} max={1} />
  if (!/^https?:/.test(url)) return null
  return (
    <span className="stored-file" role="status">
      <a href={url}>{words('form.uploaded')}</a>{' '}
      <button type="button" onClick={onRemove}>
        {words('form.remove', { label })}
      </button>
    </span>
  )
}
