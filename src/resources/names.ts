/** The only place that knows both spellings: hyphens on the wire, underscores in records. */
export function toWire(name: string): string {
  return name.replaceAll('_', '-')
}

/** A message in the spelling of its reader. Names of fields are in braces; without a spelling they stay as declared. */
export function spell(message: string, spelling = (name: string) => name): string {
  return message.replace(/\{(\w+)\}/g, (_braces, name: string) => spelling(name))
}

/** Reads hyphens, underscores and camel case. */
export function fromWire(name: string): string {
  if (!/[-A-Z]/.test(name)) return name
  return name.replaceAll('-', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
