/**
 * How statements are sent. A named one asks PostgreSQL only once for the description of its rows: for a table of many
 * columns, sending it and reading it takes longer than the row itself, and pg would ask each time. What a connection has
 * prepared is closed when it has not been used for long, because it stays in the memory of the server. Rows may be
 * counted as they come in; reading ends when there is no room for them.
 */
import pg from 'pg'
import { Recent } from './recent.ts'

/** Where rows are counted, in bytes. An error ends the reading and is what the statement fails with. */
export interface RowRoom {
  take(bytes: number): Error | undefined
}

/** What a query of pg works with; the published types name only what most users need. */
interface Connection {
  parsedStatements: Record<string, string>
  describe(message: object): void
  close(message: { type: 'S'; name: string }): void
}

interface Shape {
  fields: unknown
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}

interface Query {
  name: string | undefined
  text: string
  callback: (error: Error) => void
  _result: Shape
  _accumulateRows: boolean
  _canceledDueToError: Error | false
  prepare(connection: Connection): void
  handleRowDescription(message: object): void
  handleDataRow(message: { length: number }): void
}

const Query = pg.Query as unknown as new (config: object) => Query

interface Known {
  /** The same connection, but for asking. */
  silent: Connection
  /** By the name of the statement. PostgreSQL refuses a statement whose rows have got another shape since. */
  shapes: Map<string, Shape>
  prepared: Recent<true>
}

/** How many characters of statements a connection keeps prepared. Each takes some hundred bytes of the server. */
export const MOST_PREPARED = 80_000

const known = new WeakMap<Connection, Known>()

export class PreparedQuery extends Query {
  private shapes: Map<string, Shape> | undefined
  private readonly room: RowRoom | undefined

  constructor(config: object, room: RowRoom | undefined) {
    super(config)
    this.room = room
  }

  override prepare(connection: Connection): void {
    if (this.name === undefined) {
      super.prepare(connection)
      return
    }
    const { silent, shapes, prepared } = knownOf(connection)
    if (!prepared.get(this.name)) {
      for (const name of prepared.set(this.name, true, this.text.length)) forget(connection, shapes, name)
    }
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
    if (this.name !== undefined) this.shapes?.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
  }

  override handleDataRow(message: { length: number }): void {
    const refusal = this._canceledDueToError ? undefined : this.room?.take(message.length)
    if (refusal === undefined) super.handleDataRow(message)
    else this.end(refusal)
  }

  /** Drops the remaining rows. The pool is told at once, so that it closes the connection instead of reading them. */
  private end(refusal: Error): void {
    this._canceledDueToError = refusal
    const tell = this.callback
    this.callback = () => {}
    tell(refusal)
  }
}

function forget(connection: Connection, shapes: Map<string, Shape>, name: string): void {
  connection.close({ type: 'S', name })
  delete connection.parsedStatements[name]
  shapes.delete(name)
}

function knownOf(connection: Connection): Known {
  const found = known.get(connection)
  if (found) return found
  const silent = Object.create(connection, { describe: { value: () => {} } }) as Connection
  const made: Known = { silent, shapes: new Map(), prepared: new Recent(MOST_PREPARED) }
  known.set(connection, made)
  return made
}
