/**
 * A query that asks PostgreSQL only once for the description of its rows: for a table of many columns, sending it and
 * reading it takes longer than the row itself. pg would ask each time.
 */
import pg from 'pg'

/** What a query of pg works with; the published types name only what most users need. */
interface Connection {
  describe(message: object): void
}

interface Shape {
  fields: unknown
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}

interface Query {
  name: string
  _result: Shape
  _accumulateRows: boolean
  prepare(connection: Connection): void
  handleRowDescription(message: object): void
}

const Query = pg.Query as unknown as new (config: object) => Query

interface Known {
  /** The same connection, but for asking. */
  silent: Connection
  /** By the name of the statement. PostgreSQL refuses a statement whose rows have got another shape since. */
  shapes: Map<string, Shape>
}

const known = new WeakMap<Connection, Known>()

export class PreparedQuery extends Query {
  private shapes: Map<string, Shape> | undefined

  override prepare(connection: Connection): void {
    const { silent, shapes } = knownOf(connection)
    const shape = shapes.get(this.name)
    this.shapes = shapes
    if (shape) {
      Object.assign(this._result, shape)
      this._accumulateRows = true
    }
    super.prepare(shape ? silent : connection)
  }

  override handleRowDescription(message: object): void {
    super.handleRowDescription(message)
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    this.shapes?.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
  }
}

function knownOf(connection: Connection): Known {
  const found = known.get(connection)
  if (found) return found
  const silent = Object.create(connection, { describe: { value: () => {} } }) as Connection
  const made = { silent, shapes: new Map() }
  known.set(connection, made)
  return made
}
