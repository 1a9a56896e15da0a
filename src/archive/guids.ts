/** The guids of imported records. Within an event each is unique, and a copy of an event has its own. */
import { randomUUID } from 'node:crypto'
import type { Row } from '../resources/declare.ts'
import { type RecordReading, warn } from './reading.ts'

export class Guids {
  private readonly taken = new Set<string>()
  private readonly isCopy: boolean

  constructor(isCopy: boolean) {
    this.isCopy = isCopy
  }

  /** The values with a guid that is kept, or with a new one where there is none that could be. */
  settle(reading: RecordReading, values: Row): Row {
    const settled = { ...values }
    for (const { name, field } of reading.format.fields)
      if (field.kind.name === 'guid') settled[name] = this.guidOf(reading, values[name])
    return settled
  }

  private guidOf(reading: RecordReading, own: unknown): string {
    const { type } = reading.format.model
    const keeps = typeof own === 'string' && !this.isCopy && !this.taken.has(`${type} ${own}`)
    if (typeof own === 'string' && !this.isCopy && !keeps)
      warn(reading, `guid ${own} is used twice; a new one was made`)
    const guid = keeps ? own : randomUUID()
    this.taken.add(`${type} ${guid}`)
    return guid
  }
}
