import sql, { raw } from 'sql-template-tag'
import type { Declaration } from '../resources/declare.ts'
import type { Db } from './connect.ts'

export interface Health {
  passed: boolean
  output: string
}

/** Selects from every declared model with all its columns; the first whose query fails is named. */
export async function checkHealth(db: Db, declarations: readonly Declaration[]): Promise<Health> {
  for (const declaration of declarations) {
    try {
      await db.query(sql`select ${raw(columnsOf(declaration))} from ${raw(declaration.table)} t limit 1`)
    } catch {
      return { passed: false, output: `${modelName(declaration)} model out of date with migrations` }
    }
  }
  return { passed: true, output: 'database up to date with migrations' }
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
