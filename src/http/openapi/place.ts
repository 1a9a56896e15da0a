/** What a resource route is about, by its path. */
import { isWritable } from '../../jsonapi/links.ts'
import type { Model, Models, Relation } from '../../jsonapi/model.ts'
import type { ServedRoute } from '../app.ts'

export interface Place {
  model: Model
  part: 'collection' | 'record' | 'related' | 'relationship'
  relation: Relation | undefined
}

export function findPlace(url: string, models: Models): Place | undefined {
  for (const model of models.values()) {
    const { path, aliases = [] } = model.declaration
    for (const base of [path, ...aliases].map((one) => `/v1${one}`)) {
      const isSingle = model.declaration.singleton !== undefined
      if (url === base) return { model, part: isSingle ? 'record' : 'collection', relation: undefined }
      if (url === `${base}/:id`) return { model, part: 'record', relation: undefined }
      if (!url.startsWith(`${base}/:id/`)) continue
      const rest = url.slice(`${base}/:id/`.length)
      const part = rest.startsWith('relationships/') ? 'relationship' : 'related'
      const relation = findRelation(model, rest.replace('relationships/', ''))
      if (relation) return { model, part, relation }
    }
  }
  return undefined
}

/** Links that follow from other records, or that are set once, are changed by nobody. Their routes say so. */
export function isRefused({ method, url, doc }: ServedRoute, models: Models): boolean {
  const { part, relation } = (method !== 'GET' && !doc && findPlace(url, models)) || {}
  if (part !== 'relationship') return false
  return !isWritable(relation!) || (relation!.kind === 'belongs-to' && relation!.rules.fixed === true)
}

/** A child is also found under the name of its collection, as a list. */
function findRelation(model: Model, name: string): Relation | undefined {
  const relations = [...model.relations.values()]
  const named = relations.find(({ wire }) => wire === name)
  const child = relations.find(
    ({ target, kind }) => target.declaration.path === `/${name}` && kind.startsWith('has-'),
  )
  return named ?? (child && ({ ...child, kind: 'has-many' } as Relation))
}
