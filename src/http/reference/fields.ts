/** The tables of a page: fields, relationships, parameters and bodies. */
import { type Document, nameOf, type Parameter, type Schema, typeOf } from './document.ts'
import { type Html, html, sentence } from './html.ts'

/** `session-type` has the schemas `SessionType`, `SessionTypeCreate` and `SessionTypeUpdate`. */
function schemasOf({ components: { schemas } }: Document, type: string) {
  const name = Object.keys(schemas).find((one) => schemas[one]!.properties?.type?.const === type)
  const sent = (mode: string) => schemas[`${name}${mode}`]?.properties?.data?.properties
  return name
    ? { whole: schemas[name]!.properties!, create: sent('Create'), update: sent('Update') }
    : undefined
}

export function resourceTables(document: Document, type: string): Html | undefined {
  const schemas = schemasOf(document, type)
  if (!schemas) return undefined
  const { whole, create, update } = schemas
  const shown = whole.attributes?.properties ?? {}
  const sent = { ...create?.attributes?.properties, ...update?.attributes?.properties }
  const fields = Object.entries({ ...shown, ...sent }).map(([name, schema]) =>
    fieldRow(name, shown[name] ?? schema, [
      create?.attributes?.required?.includes(name) && 'required',
      !sent[name] && 'read-only',
      !shown[name] && 'write-only',
      sent[name]?.default !== undefined && `default ${JSON.stringify(sent[name].default)}`,
    ]),
  )
  const links = Object.entries(whole.relationships?.properties ?? {}).map(([name, schema]) => {
    const isSent = [create, update].some((one) => one?.relationships?.properties?.[name])
    const isRequired = create?.relationships?.required?.includes(name)
    const { data } = schema.properties ?? {}
    const target = (data?.items ?? data?.anyOf?.[0] ?? data)?.properties?.type?.const
    return fieldRow(
      name,
      schema,
      [data?.items && 'list', isRequired && 'required', !isSent && 'read-only'],
      target,
    )
  })
  return html`${table('fields', 'Fields', fields)}${table('relationships', 'Relationships', links)}`
}

type Note = string | false | undefined

function fieldRow(name: string, schema: Schema, notes: unknown[], target?: unknown): Html {
  const said = notes.filter((note): note is Exclude<Note, false | undefined> => typeof note === 'string')
  const kind = target === undefined ? sentence(typeOf(schema)) : html`<code>${String(target)}</code>`
  return html`<tr><th scope="row"><code>${name}</code></th><td>${sentence(schema.description)}
<span class="kind">${kind}${said.map((note) => html` · ${note}`)}</span></td></tr>`
}

function table(id: string, title: string, rows: Html[]): Html | undefined {
  if (rows.length === 0) return undefined
  return html`<section id="${id}"><h2>${title}</h2><table>${rows}</table></section>`
}

export function parameterTable({ components }: Document, parameters: Parameter[]): Html | undefined {
  if (parameters.length === 0) return undefined
  const rows = parameters.map((one) => {
    const { name, description, schema } = one.$ref ? components.parameters[nameOf(one.$ref)]! : one
    const kind = Object.keys(schema.properties ?? {}).length > 0 || schema.items ? 'list' : typeOf(schema)
    return html`<tr><th scope="row"><code>${name}</code></th><td>${sentence(description)}
<span class="kind">${sentence(kind)} · ${PLACES[one.$ref ? 'query' : one.in]}</span></td></tr>`
  })
  return html`<details><summary>Parameters</summary><table>${rows}</table></details>`
}

const PLACES: Record<string, string> = { path: 'in the path', query: 'in the query', header: 'header' }

/** The members of a body that is plain JSON or a form. Those of a record are the fields of its page. */
export function bodyTable(schema: Schema | undefined): Html | undefined {
  const members = Object.entries(schema?.properties ?? {})
  if (members.length === 0) return undefined
  const rows = members.map(([name, one]) => {
    const inner = Object.keys(one.properties ?? {})
    const kind = inner.length > 0 ? `object with ${inner.map((key) => `\`${key}\``).join(', ')}` : typeOf(one)
    const isRequired = schema?.required?.includes(name)
    return html`<tr><th scope="row"><code>${name}</code></th><td><span class="kind">${sentence(kind)}${
      isRequired && ' · required'
    }</span></td></tr>`
  })
  return html`<details><summary>Body</summary><table>${rows}</table></details>`
}
