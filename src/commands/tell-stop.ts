/** Reports what a process that was stopped has done with its work. */
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { isForPeople } from '../http/request-log.ts'
import type { StoppedTasks } from '../tasks/queue.ts'

interface StoppedWork extends Partial<StoppedTasks> {
  /** How many requests were still served. */
  requests?: number
}

/** A sentence for people, or counts in a log of JSON. */
export function tellStop(config: Config, log: FastifyBaseLogger, work: StoppedWork): void {
  const { requests = 0, ended = 0, givenBack = 0 } = work
  if (isForPeople(config)) console.log(stopText({ requests, ended, givenBack }))
  else log.info({ requests, tasks_ended: ended, tasks_given_back: givenBack }, 'stopped')
}

/** `Stopped: 1 request was still answered, 2 tasks ended.` */
export function stopText({ requests, ended, givenBack }: Required<StoppedWork>): string {
  const said = [
    requests > 0 && `${counted(requests, 'request')} ${requests === 1 ? 'was' : 'were'} still answered`,
    ended > 0 && `${counted(ended, 'task')} ended`,
    givenBack === 1 && '1 task was given back and continues at the next start',
    givenBack > 1 && `${givenBack} tasks were given back and continue at the next start`,
  ].filter(Boolean)
  return said.length === 0 ? 'Stopped.' : `Stopped: ${said.join(', ')}.`
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
