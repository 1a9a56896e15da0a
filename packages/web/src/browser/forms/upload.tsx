/** Fields for files, which are stored as soon as they are chosen. The form sends their addresses. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { upload, words } from '../service.ts'
import { messageOf } from './faults.ts'
import { Around, describe, FieldLabel, type FieldProps } from './fields.tsx'
import { useDrafted, useFault } from './service-form.tsx'

interface UploadProps extends FieldProps {
  isImage?: boolean
}

/** One file. */
export function UploadInput({ stored, isImage = false, ...field }: UploadProps) {
  const [url, setUrl] = useState(useDrafted(field.name, stored ?? ''))
  return (
    <UploadField {...field} value={url} isImage={isImage} onStored={(link) => setUrl(link)}>
      {isAddress(url) && (
        <StoredFile
          name={words('form.uploaded')}
          link={url}
          remove={words('form.remove', { label: field.label })}
          onRemove={() => setUrl('')}
        />
      )}
    </UploadField>
  )
}

interface NamedLink {
  name: string
  link: string
}

/** Several files, as a list of names and addresses. */
export function UploadListInput({ stored, ...field }: FieldProps) {
  const [files, setFiles] = useState(readList(useDrafted(field.name, stored ?? '')))
  const add = (link: string, name: string) => setFiles((before) => [...before, { name, link }])
  return (
    <UploadField
      {...field}
      hasMany
      value={files.length > 0 ? JSON.stringify(files) : ''}
      isImage={false}
      onStored={add}
    >
      <ul className="stored-files">
        {files.map(({ name, link }, place) => (
          <li key={link}>
            <StoredFile
              name={name}
              link={link}
              remove={words('form.remove', { label: name })}
              onRemove={() => setFiles(files.toSpliced(place, 1))}
            />
          </li>
        ))}
      </ul>
    </UploadField>
  )
}

export function readList(text: string): NamedLink[] {
  return text === '' ? [] : JSON.parse(text)
}

const isAddress = (url: string) => /^https?:/.test(url)

interface UploadFieldProps extends Omit<FieldProps, 'stored'> {
  value: string
  isImage: boolean
  hasMany?: boolean
  onStored: (link: string, name: string) => void
  /** What is stored. */
  children: ReactNode
}

function UploadField({ name, label, hint, isRequired = false, ...more }: UploadFieldProps) {
  const { value, isImage, hasMany = false, onStored, children } = more
  const id = useId()
  const [progress, setProgress] = useState<number>()
  const [fault, setFault] = useState<string>()
  const refused = useFault(name) ?? fault
  const hidden = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address is an input that the form keeps
  useEffect(() => {
    hidden.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [value])
  const choose = async (input: HTMLInputElement) => {
    setFault(undefined)
    try {
      for (const file of input.files ?? []) {
        setProgress(0)
        onStored(await upload(file, isImage, setProgress), file.name)
      }
      if (hasMany) input.value = ''
    } catch (error) {
      setFault(messageOf(error))
    } finally {
      setProgress(undefined)
    }
  }
  return (
    <div className="field">
      <FieldLabel text={label} isRequired={isRequired} htmlFor={id} />
      <input ref={hidden} type="hidden" name={name} value={value} />
      <input
        id={id}
        type="file"
        multiple={hasMany}
        accept={isImage ? 'image/*' : undefined}
        onChange={(event) => void choose(event.currentTarget)}
        {...describe(id, hint, refused)}
      />
      {progress === undefined ? (
        children
      ) : (
        <progress aria-label={words('form.uploading', { label })} value={progress} max={1} />
      )}
      <Around id={id} hint={hint} fault={refused} />
    </div>
  )
}

interface StoredFileProps extends NamedLink {
  /** The text of the button. */
  remove: string
  onRemove: () => void
}

function StoredFile({ name, link, remove, onRemove }: StoredFileProps) {
  return (
    <span className="stored-file" role="status">
      {isAddress(link) ? <a href={link}>{name}</a> : name}{' '}
      <button type="button" onClick={onRemove}>
        {remove}
      </button>
    </span>
  )
}
