/** Writing XML. Only this file knows the library. */
import XMLBuilder from 'fast-xml-builder'
import { printable } from './plain-text.ts'

/** Attributes begin with `@`; the text of an element that has some stands under `#`. */
export interface Element {
  [name: string]: Content | Content[]
}
type Content = string | number | Element

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** In one pass, where the library would take one for each sign. */
function escaped(_name: string, value: unknown): string {
  return printable(String(value).replace(/\r\n?/g, '\n')).replace(/[&<>"]/g, (sign) => ESCAPES[sign]!)
}

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#',
  // An attribute with the text "true" has a value like any other.
  suppressBooleanAttributes: false,
  processEntities: false,
  tagValueProcessor: escaped,
  attributeValueProcessor: escaped,
})

export function xmlText(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build(root)}`
}
