/** The only place that knows both spellings: hyphens on the wire, underscores in records. */
export function toWire(name: string): string {
  return name.replaceAll('_', '-')
}

/** Reads hyphens, underscores and camel case. */
export function fromWire(name: string): string {
  if (!/[-A-Z]/.test(name)) return name
  return name.replaceAll('-', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
