/** The API reference as pages: an overview, and one page for each group of operations. */
import { curlOf } from './curl.ts'
import { type Document, type Operation, operationsOf } from './document.ts'
import { bodyTable, parameterTable, resourceTables } from './fields.ts'
import { type Html, html, sentence } from './html.ts'
import { overview } from './overview.ts'

export interface Reference {
  document: Document
  /** Where the service is reached. */
  base: string
  /** The address of the style sheet. */
  style: string
}

/** The page at `/docs/<name>`; the overview without a name; undefined when there is none. */
export function renderPage(reference: Reference, name: string): string | undefined {
  const { document, base } = reference
  if (name === '') return layout(reference, '', html`${overview(document, base)}`)
  const tag = document.tags.find((one) => one.name === name)
  return tag && layout(reference, name, groupPage(reference, tag))
}

function layout({ document, style }: Reference, current: string, content: Html): string {
  const { title, version } = document.info
  const link = (name: string, text = name) =>
    html`<li><a href="/docs/${name}"${name === current && html` aria-current="page"`}>${text}</a></li>`
  const groups = document['x-tagGroups'].map(
    (group) => html`<h2>${group.name}</h2><ul>${group.tags.map((tag) => link(tag))}</ul>`,
  )
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${current === '' ? '' : `${current} – `}${title} API reference</title>
<link rel="stylesheet" href="${style}">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><a href="/docs/">${title} API</a> <span>${version}</span><a class="jump" href="#contents">Contents</a><a href="/v1/openapi.json">OpenAPI</a></header>
<main id="content">${content}</main>
<nav id="contents" aria-label="Contents"><ul>${link('', 'Overview')}</ul>${groups}</nav>
</body>
</html>
`
  return page.text
}

function groupPage({ document, base }: Reference, { name, description }: Document['tags'][number]): Html {
  const operations = operationsOf(document, name)
  const isLink = ({ path }: Operation) => path.includes('/relationships/')
  const isRelated = (one: Operation) => !isLink(one) && isBehindRecord(one, operations)
  const own = ownFirst(operations.filter((one) => !isLink(one) && !isRelated(one)))
  const show = (one: Operation) => operationSection(document, base, one)
  const more = (title: string, list: Operation[]) =>
    list.length > 0 &&
    html`<details class="more"><summary>${title} (${list.length})</summary>${list.map(show)}</details>`
  const index = own.map(
    (one) =>
      html`<li><a href="#${one.doc.operationId}">${methodOf(one)} <code>${one.path}</code></a> ${one.doc.summary}</li>`,
  )
  return html`<h1>${name}</h1><p class="lead">${sentence(description)}</p>
<ul class="index">${index}</ul>
${resourceTables(document, name)}
<section id="operations"><h2>Operations</h2>${own.map(show)}</section>
${more('Related records', operations.filter(isRelated))}
${more('Links', operations.filter(isLink))}`
}

/** Of a record that this one leads to, when the record is of this group. */
function isBehindRecord({ path }: Operation, operations: Operation[]): boolean {
  const [, record] = /^(\/v1\/[^/]+\/\{id\})\/[^/]+$/.exec(path) ?? []
  return record !== undefined && operations.some((one) => one.path === record)
}

/** The records themselves, then those below an event, then what else can be done. */
function ownFirst(operations: Operation[]): Operation[] {
  const placeOf = ({ path, doc }: Operation) => {
    if (!/^(List|Create|Read|Change|Delete) /.test(doc.summary)) return 2
    return /^\/v1\/[^/]+(\/\{id\})?$/.test(path) ? 0 : 1
  }
  return operations.toSorted((a, b) => placeOf(a) - placeOf(b))
}

const methodOf = ({ method }: Operation) => html`<b class="${method.toLowerCase()}">${method}</b>`

function operationSection(document: Document, base: string, operation: Operation): Html {
  const { path, doc } = operation
  const isOpen = doc.security?.some((one) => Object.keys(one).length === 0)
  const [[media, body] = []] = Object.entries(doc.requestBody?.content ?? {})
  const isRecord = media === 'application/vnd.api+json' && body?.schema.properties === undefined
  const good = Object.keys(doc.responses).filter((status) => /^[23]/.test(status))
  return html`<section class="operation" id="${doc.operationId}">
<h3>${methodOf(operation)} <code>${path}</code></h3>
<p>${sentence(doc.summary)}. ${isOpen ? 'Works without a log-in.' : 'Needs a log-in.'} Returns ${good.join(', ').replaceAll('XX', '00')}.</p>
<pre tabindex="0"><code>${curlOf(base, operation)}</code></pre>
${parameterTable(document, doc.parameters ?? [])}
${!isRecord && bodyTable(body?.schema)}
</section>`
}
