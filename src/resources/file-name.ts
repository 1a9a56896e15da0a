import type { Row } from './declare.ts'

/** The name in title case without what file systems forbid, then the id: `AdaLovelace_12`. */
export function fileName({ name, id }: Row): string {
  const words = String(name)
    .replace(/[<>:"/\\|?*;\p{C}]/gu, ' ')
    .split(/\s+/)
  const title = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).join('')
  return `${[...title].slice(0, 80).join('')}_${id}`
}
