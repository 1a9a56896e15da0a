/** What two archives of the same event have in common: all but ids, identifiers and the times that the service makes. */
import { archiveFormats, listKey, type RecordFormat } from '../../src/archive/formats.ts'
import { buildModels } from '../../src/jsonapi/model.ts'
import { resources } from '../../src/resources/all.ts'
import { unzip } from '../../tools/zips.ts'
import type { Json } from './service.ts'

const formats = archiveFormats(buildModels(resources))
/** What every archive contains. */
export const kinds = { ...formats, files: formats.files.filter(({ archive }) => !archive.setting) }
export const allKinds = [kinds.event, ...kinds.files]

/** The files of an archive, parsed. */
export async function filesOf(archive: Buffer): Promise<Record<string, Json>> {
  const members = await unzip(archive)
  return Object.fromEntries([...members].map(([name, bytes]) => [name, JSON.parse(bytes.toString())]))
}

/** Each id becomes the place of its record in its file, and what the service makes becomes a word. */
export function comparable(files: Record<string, Json>): Record<string, Json> {
  const places = new Map(
    kinds.files.map(({ file, model }) => [model.type, placesOf((files[file] ?? []) as Json[])]),
  )
  const compared = allKinds.map((kind) => {
    const content = files[kind.file] ?? []
    if (kind === kinds.event) return [kind.file, withoutMade(kind, { ...content, id: 'own' }, places)]
    const sorted = (content as Json[]).toSorted((a, b) => a.id - b.id)
    return [kind.file, sorted.map((record) => withoutMade(kind, record, places))]
  })
  return { ...files, ...Object.fromEntries(compared) }
}

type Places = Map<unknown, number>

function placesOf(records: Json[]): Places {
  return new Map(
    records
      .map(({ id }) => id)
      .sort((a, b) => a - b)
      .map((id, index) => [id, index]),
  )
}

function withoutMade({ model, links, lists }: RecordFormat, record: Json, places: Map<string, Places>): Json {
  const own = places.get(model.type)
  const made: Json = { ...record }
  if (own) made.id = own.get(record.id)
  if ('event_id' in made) made.event_id = 'own'
  for (const { column, target } of links)
    if (column in made) made[column] = record[column] && places.get(target.type)!.get(record[column])
  for (const list of lists) {
    const key = listKey(list)
    if (key in made) made[key] = record[key].map((id: number) => places.get(list.target.type)!.get(id))
  }
  for (const name of ['created_at', 'last_modified_at']) if (name in made) made[name] = 'made'
  const isRoot = model.type === 'event'
  if (isRoot && 'identifier' in made) made.identifier = 'made'
  if (made.chat_room_name) {
    const ending = `-${isRoot ? record.identifier : record.id}`
    made.chat_room_name = made.chat_room_name.replace(new RegExp(`${ending}$`), '-made')
  }
  return made
}
