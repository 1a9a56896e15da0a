/** The parts of a calendar, by RFC 7265. */
export type Property = [
  name: string,
  parameters: Record<string, string>,
  type: string,
  value: string | number,
]
export type Component = [name: string, properties: Property[], components: Component[]]
