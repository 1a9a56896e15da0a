/** compose.yaml as data: which processes there are, with what words and variables each starts. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Json } from '../test/support/service.ts'

const FILE = join(import.meta.dirname, '..', 'compose.yaml')

export const COMPOSITION: Json = parse(readFileSync(FILE, 'utf8'), { merge: true })

export interface PlannedProcess {
  /** Such as `api-1`. */
  name: string
  words: string[]
  env: Record<string, string>
}

/** The processes that are built from this project, each as often as it is wanted. */
export function plannedProcesses(): PlannedProcess[] {
  return Object.entries<Json>(COMPOSITION.services)
    .filter(([, { build }]) => build === '.')
    .flatMap(([service, { command, environment, deploy }]) =>
      Array.from({ length: deploy.replicas }, (_, index) => ({
        name: `${service}-${index + 1}`,
        words: command,
        env: Object.fromEntries(
          Object.entries<string>(environment).map(([name, value]) => [name, fill(value)]),
        ),
      })),
    )
}

/** What stands for a variable that is not set: `${NAME:-this}`; one that has to be set is left empty. */
function fill(value: string): string {
  return value.replace(/\$\{\w+(?::-([^}]*)|:\?[^}]*)\}/g, (_match, usual: string | undefined) => usual ?? '')
}
