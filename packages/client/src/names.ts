/** The only place that knows both spellings: hyphens on the wire, camel case in records. */
export function toPlain(name: string): string {
  return name.replace(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase())
}

export function toWire(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
