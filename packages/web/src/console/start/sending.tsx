/** Sends a file to a route that starts a task, and shows how much of it has gone. */
import { useState } from 'react'
import { PlenumClient } from '../../../../client/src/plenum-client.ts'
import { messageOf } from '../../browser/forms/faults.ts'
import { Alert } from '../../browser/forms/messages.tsx'
import { progressFetch } from '../../browser/forms/progress-fetch.ts'
import { site } from '../../browser/service.ts'
import { Progressing } from '../parts/task.tsx'
import { t } from '../words.ts'

type Route = 'POST /v1/events/import/{source}' | 'POST /v1/schedule-imports'

const PERCENT = 100

export interface SendingState {
  file: File | undefined
  share: number
  fault: string | undefined
  send(file: File, fields: Record<string, string>, onTask: (url: string) => void): Promise<void>
  reset(): void
}

export function useSending(route: Route): SendingState {
  const [file, setFile] = useState<File>()
  const [share, setShare] = useState(0)
  const [fault, setFault] = useState<string>()
  const send: SendingState['send'] = async (chosen, fields, onTask) => {
    setFile(chosen)
    setFault(undefined)
    const body = new FormData()
    // The service reads the fields before the file.
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    body.set('file', chosen)
    try {
      const uploader = new PlenumClient(site, { cookies: true, fetch: progressFetch(setShare) })
      await uploader.resume()
      const call = { path: { source: 'json' }, body, timeout: 0 }
      const { task_url } = await uploader.call(route as 'POST /v1/events/import/{source}', call)
      onTask(task_url)
    } catch (error) {
      setFault(messageOf(error))
      setFile(undefined)
    }
  }
  return { file, share, fault, send, reset: () => setFile(undefined) }
}

export function Sending({ file, share, fault }: Pick<SendingState, 'file' | 'share' | 'fault'>) {
  if (fault) return <Alert texts={[fault]} />
  if (!file) return null
  const progress = { done: Math.round(share * PERCENT), total: PERCENT }
  return <Progressing text={t('import.sending', { name: file.name })} progress={progress} />
}
