/** Forms may spell a field as they like: `short-abstract`, `short_abstract` or `shortAbstract`. */
export function camelCase(name: string): string {
  return name.replace(/[-_]([a-z])/g, (_match, letter: string) => letter.toUpperCase())
}

export function snakeCase(name: string): string {
  return name.replaceAll('-', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
