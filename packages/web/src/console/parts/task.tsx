/** Follows a task of the service to its end, by its stream of changes. */
import { useEffect, useRef, useState } from 'react'
import { TaskError } from '../../../../client/src/plenum-client.ts'
import type { Progress } from '../../../../client/src/task.ts'
import { messageOf } from '../../browser/forms/faults.ts'
import { Alert } from '../../browser/forms/messages.tsx'
import { client, resume } from '../../browser/service.ts'
import { t } from '../words.ts'

interface TaskProps<R> {
  url: string
  onDone: (result: R) => void
}

export function TaskProgress<R>({ url, onDone }: TaskProps<R>) {
  const [progress, setProgress] = useState<Progress>()
  const [fault, setFault] = useState<string>()
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const follow = async () => {
      await resume()
      return client.followTask<R>(url, { signal, onProgress: setProgress })
    }
    follow().then(
      (result) => signal.aborted || done.current(result),
      (error) => signal.aborted || setFault(error instanceof TaskError ? error.message : messageOf(error)),
    )
    return () => stop.abort()
  }, [url])
  if (fault) return <Alert texts={[t('task.failed'), fault]} />
  return <Progressing text={progress ? stepOf(progress) : t('task.waiting')} progress={progress} />
}

const stepOf = ({ step, done, total }: Progress) =>
  total === undefined
    ? step === 'WAITING' || step === 'PENDING'
      ? t('task.waiting')
      : step
    : `${step} (${done}/${total})`

interface ProgressingProps {
  text: string
  progress?: Pick<Progress, 'done' | 'total'> | undefined
}

export function Progressing({ text, progress }: ProgressingProps) {
  const { done, total } = progress ?? {}
  return (
    <div className="c-progress" role="status">
      <progress aria-label={t('task.progress')} {...(total ? { value: done, max: total } : {})} />
      <p>{text}</p>
    </div>
  )
}
