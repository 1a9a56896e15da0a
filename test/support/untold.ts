/** What an import changed without a word: every value of an archive against what stands in an export of the new event. */
import { toNamed } from '../../src/archive/dialects.ts'
import { listKey, type RecordFormat } from '../../src/archive/formats.ts'
import type { Attribute } from '../../src/jsonapi/model.ts'
import { kinds } from './comparable.ts'
import type { Json } from './service.ts'

/** One line for each value that differs by more than its notation and that no warning names. */
export function untold(
  sent: Record<string, Json>,
  { id_map, warnings }: Json,
  found: Record<string, Json>,
): string[] {
  const told = (where: string, name: string) =>
    warnings.some((text: string) => text.startsWith(`${where}: `) && new RegExp(`\\b${name}\\b`).test(text))
  const missed: string[] = []
  const compare = (kind: RecordFormat, where: string, record: Json, kept: Json) => {
    const named = toNamed(kind, record)
    // An old name for one file; today's is a list.
    if (typeof named.get('slides') === 'string') named.set('slides_url', named.get('slides')).delete('slides')
    for (const attribute of kind.fields)
      if (!isSame(attribute, named.get(attribute.name), kept[attribute.name]) && !told(where, attribute.name))
        missed.push(
          `${where}: ${attribute.name} ${show(named.get(attribute.name))} became ${show(kept[attribute.name])}`,
        )
    for (const [name, lost, file] of lostLinks(kind, named, kept, id_map))
      if (!told(where, name) && !told(`File ${file}, ID ${lost}`, 'twice'))
        missed.push(`${where}: ${name} ${lost} was lost`)
  }
  const eventWhere = sent.event.id == null ? 'File event' : `File event, ID ${sent.event.id}`
  compare(kinds.event, eventWhere, sent.event, found.event)
  for (const kind of kinds.embedded) {
    const part = toNamed(kinds.event, sent.event).get(kind.file) as Json
    const where = `File event, ${kind.file}`
    if (part && found.event[kind.file]) compare(kind, where, part, found.event[kind.file])
    else if (part && !warnings.some((text: string) => text.startsWith(where)))
      missed.push(`${where} was lost`)
  }
  for (const kind of kinds.files) {
    const byId = new Map((found[kind.file] as Json[]).map((record) => [String(record.id), record]))
    for (const record of (sent[kind.file] ?? []) as Json[]) {
      if ('session_form' in record) continue
      const where = `File ${kind.file}, ID ${record.id}`
      const kept = byId.get(id_map[kind.file][record.id])
      if (kept && !told(where, 'twice')) compare(kind, where, record, kept)
      else if (!kept && !told(where, 'left out')) missed.push(`${where} was lost`)
    }
  }
  return missed
}

const show = (value: unknown) => JSON.stringify(value)?.slice(0, 120)

/** Nothing, or nothing told, may become anything; what is told stays. */
function isSame({ field }: Attribute, sent: Json, kept: Json): boolean {
  if (sent === undefined || sent === null || sent === '') return true
  switch (field.kind.name) {
    case 'moment':
      return Date.parse(sent) === Date.parse(kept)
    case 'integer':
    case 'decimal':
      return typeof sent !== 'boolean' && Number(sent) === kept
    case 'flag':
      return (kept ? ['1', 'true'] : ['0', 'false']).includes(String(sent).toLowerCase())
    case 'text':
      return colour(String(sent)) === colour(String(kept))
    case 'answers':
      return (
        typeof sent === 'object' && kept !== null && Object.keys(sent).length === Object.keys(kept).length
      )
    default:
      return JSON.stringify(sent) === JSON.stringify(kept)
  }
}

/** Colours may be written with three digits and in capitals. */
function colour(text: string): string {
  if (!/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text)) return text
  return text.toLowerCase().replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
}

const idOf = (value: Json): string | undefined => {
  const one = Array.isArray(value) ? value[0] : value
  const id = one !== null && typeof one === 'object' ? one.id : one
  return id === undefined || id === null || id === '' ? undefined : String(id).trim()
}

type Lost = [name: string, id: string, file: string]

function lostLinks(kind: RecordFormat, named: Map<string, unknown>, kept: Json, idMap: Json): Lost[] {
  const fileOf = (type: string) => kinds.files.find(({ model }) => model.type === type)!.file
  const single = kind.links.flatMap(({ name, column, target }): Lost[] => {
    const id = idOf(named.get(column)) ?? idOf(named.get(name))
    const isKept = id === undefined || idMap[fileOf(target.type)][id] === String(kept[column])
    return isKept ? [] : [[name, id, fileOf(target.type)]]
  })
  const several = kind.lists.flatMap((list): Lost[] => {
    const ids = [named.get(listKey(list)), named.get(list.name)].flatMap((value) =>
      Array.isArray(value) ? value.map(idOf) : [],
    )
    const now = new Set((kept[listKey(list)] as Json[]).map(String))
    const lost = ids.filter((id) => id !== undefined && !now.has(idMap[fileOf(list.target.type)][id]))
    return lost.map((id) => [listKey(list), id!, fileOf(list.target.type)])
  })
  return [...single, ...several]
}
