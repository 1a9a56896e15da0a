/** A button that does one thing, and shows why when the service refuses it. */
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { messageOf } from './faults.ts'
import { Alert } from './messages.tsx'

interface ActionProps {
  text: string
  onAct: () => Promise<unknown>
  isStrong?: boolean
}

export function Action({ text, onAct, isStrong = false }: ActionProps) {
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const act = async () => {
    if (isBusy) return
    setBusy(true)
    setFault(undefined)
    try {
      await onAct()
    } catch (error) {
      setFault(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {fault && <Alert texts={[fault]} />}
      <p>
        <Button
          className={isStrong ? 'button strong' : 'button'}
          data-busy={isBusy || undefined}
          onPress={act}
        >
          {text}
        </Button>
      </p>
    </>
  )
}
