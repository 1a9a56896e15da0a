/** A form that the service checks: its messages stand at the fields, and what was typed is kept until it is sent. */
import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { Button, Form } from 'react-aria-components'
import { withNext, words } from '../service.ts'
import { clearDraft, type Draft, draftOf, keepDraft, readDraft } from './draft.ts'
import { type Faults, faultsOf, isLoggedOut, NO_FAULTS } from './faults.ts'
import { Alert } from './messages.tsx'

interface ServiceFormProps {
  /** The name under which typed texts are kept. */
  name: string
  /** The text of the button. */
  submit: string
  onSubmit: (values: FormValues) => Promise<unknown>
  /** Leads to the log-in when it has ended, and back. */
  needsLogIn?: boolean
  children: ReactNode
}

export interface FormValues {
  text(name: string): string
  /** Everything by name. */
  data: FormData
}

const DraftContext = createContext<Draft>({})

/** What a field shows first: what was typed before, or what is stored. */
export function useDrafted(name: string, stored = ''): string {
  return useContext(DraftContext)[name] ?? stored
}

const FaultsContext = createContext<Faults>(NO_FAULTS)

/**
 * What the service found wrong with a field. It stays until the form is sent again: a message that goes away when the
 * button is pressed would move the button from under the pointer.
 */
export function useFault(name: string): string | undefined {
  return useContext(FaultsContext).fields[name]?.join(' ')
}

export function ServiceForm({ name, submit, onSubmit, needsLogIn = false, children }: ServiceFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [draft] = useState(() => readDraft(name))
  const [faults, setFaults] = useState<Faults>(NO_FAULTS)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    if (faults === NO_FAULTS) return
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')
    wrong?.focus()
  }, [faults])
  useEffect(() => {
    const { current } = form
    const keep = () => keepDraft(name, draftOf(current!))
    current?.addEventListener('input', keep)
    return () => current?.removeEventListener('input', keep)
  }, [name])
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const data = new FormData(event.currentTarget)
    const { elements } = event.currentTarget
    if (event.currentTarget.querySelector('progress'))
      return setFaults({ fields: {}, general: [words('form.wait')] })
    setBusy(true)
    try {
      await onSubmit({ data, text: (field) => String(data.get(field) ?? '') })
      clearDraft(name)
      setFaults(NO_FAULTS)
    } catch (error) {
      if (needsLogIn && isLoggedOut(error)) location.assign(withNext('/log-in'))
      setFaults(faultsOf(error, (field) => elements.namedItem(field) !== null))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form ref={form} className="form" validationBehavior="aria" onSubmit={send}>
      {faults.general.length > 0 && <Alert texts={faults.general} />}
      <DraftContext value={draft}>
        <FaultsContext value={faults}>{children}</FaultsContext>
      </DraftContext>
      <p className="actions">
        <Button type="submit" data-busy={isBusy || undefined}>
          {submit}
        </Button>
      </p>
    </Form>
  )
}
