/** Setting a picture queues the making of its variants. */
import { randomUUID } from 'node:crypto'
import sql, { join, raw } from 'sql-template-tag'
import type { Caller } from '../access/caller.ts'
import type { Db } from '../database/connect.ts'
import { hasPictures, type Pictured, variantTask } from '../files/variants.ts'
import { type Effects, type EffectsByType, hasConsequences, type Written } from '../jsonapi/effects.ts'
import type { Declaration, Row } from '../resources/declare.ts'
import type { Queue } from '../tasks/queue.ts'
import { replaceTasks, startTask } from '../tasks/task.ts'

/** These effects, and those of pictures for every declaration that has some. */
export function withPictures(
  queue: Queue,
  declarations: readonly Declaration[],
  effects: EffectsByType,
): EffectsByType {
  const added = declarations.filter(hasPictures).map((pictured) => {
    const own = effects[pictured.type]
    const more = pictureEffects(queue, pictured)
    return [pictured.type, own ? inTurn(own, more) : more]
  })
  return { ...effects, ...Object.fromEntries(added) }
}

function pictureEffects(queue: Queue, pictured: Pictured): Effects {
  const { table, pictures } = pictured
  const { source, originals, variants } = pictures
  const name = variantTask(pictured)
  const made = [...Object.keys(variants), ...originals.filter((field) => field !== source)]
  const follow = async (tx: Db, { id, caller, before, after }: Written) => {
    if (!isOther(source, before, after)) return
    const url = after[source]
    const text = 'The image was changed or removed in the meantime.'
    await replaceTasks(tx, queue, { name, recordId: id, text })
    if (typeof url !== 'string') {
      const sets = made.map((field) => raw(`${field} = null`))
      await tx.query(sql`update ${raw(table)} set ${join(sets, ', ')} where id = ${id}`)
    } else {
      const task = { id: randomUUID(), name, data: { id, url }, userId: caller?.id ?? id }
      await startTask(tx, queue, { ...task, lane: 'short' })
    }
  }
  const follows: Effects['follows'] = ({ before, after }) => isOther(source, before, after)
  return { follows, created: follow, updated: follow }
}

function isOther(source: string, before: Row | undefined, after: Row): boolean {
  return (after[source] ?? null) !== (before?.[source] ?? null)
}

/** Several effects of one type, one after the other. */
function inTurn(...all: Effects[]): Effects {
  return {
    follows: (change) => all.some((effects) => hasConsequences(effects, change)),
    async created(tx, change) {
      let reader: Caller | undefined
      for (const { created } of all) {
        const named = await created?.(tx, change)
        if (named) reader = named
      }
      return reader
    },
    async updated(tx, change) {
      for (const { updated } of all) await updated?.(tx, change)
    },
    async removed(tx, change) {
      for (const { removed } of all) await removed?.(tx, change)
    },
  }
}
