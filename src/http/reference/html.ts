/** HTML whose values are escaped, unless they are HTML themselves. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Html | undefined | false | Value[]

export function html(pieces: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(pieces.reduce((text, piece, place) => `${text}${toText(values[place - 1])}${piece}`))
}

function toText(value: Value): string {
  if (value === undefined || value === false) return ''
  if (Array.isArray(value)) return value.map(toText).join('')
  return value instanceof Html ? value.text : escaped(String(value))
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!)
}

/** A sentence in which code stands between backticks. */
export function sentence(text: string | undefined): Html {
  const parts = (text ?? '').split('`')
  return html`${parts.map((part, place) => (place % 2 ? html`<code>${part}</code>` : part))}`
}
