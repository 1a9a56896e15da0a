import { raw } from 'sql-template-tag'
import type { Declaration } from '../resources/declare.ts'
import type { Db } from './connect.ts'
import { unavailableOf } from './refusals.ts'

interface Health {
  passed: boolean
  output: string
}

const UP_TO_DATE: Health = { passed: true, output: 'database up to date with migrations' }
/** Whether the models match is unknown then. */
const OUT_OF_REACH: Health = { passed: false, output: 'database unreachable' }

/** Selects from every declared model with all its columns, in one statement; the first that fails by itself is named. */
export async function checkHealth(db: Db, declarations: readonly Declaration[]): Promise<Health> {
  const fault = await select(db, declarations)
  if (!fault) return UP_TO_DATE
  for (const declaration of declarations) {
    const own = await select(db, [declaration])
    if (unavailableOf(own)) return OUT_OF_REACH
    if (own) return { passed: false, output: `${modelName(declaration)} model out of date with migrations` }
  }
  return UP_TO_DATE
}

/** What keeps it from being done, if anything does. */
function select(db: Db, declarations: readonly Declaration[]): Promise<unknown> {
  const parts = declarations.map(
    (one) => `exists (select ${columnsOf(one)} from ${one.table} t${one.view ? ' where false' : ''})`,
  )
  return db.query(raw(`select ${parts.join(', ')}`)).then(
    () => undefined,
    (error) => error,
  )
}

function columnsOf({ fields, belongsTo = {} }: Declaration): string {
  const stored = Object.entries(fields).filter(([, field]) => !field.expression && !field.transient)
  const keys = Object.keys(belongsTo).map((name) => `${name}_id`)
  return ['id', ...stored.map(([name]) => name), ...keys].map((name) => `t."${name}"`).join(', ')
}

/** `session-type` is the model SessionType. */
function modelName({ type }: Declaration): string {
  return type.replace(/(^|-)([a-z])/g, (_match, _dash, letter: string) => letter.toUpperCase())
}
