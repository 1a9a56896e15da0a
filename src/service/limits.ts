/** What a service bears at once. */
export interface Limits {
  /** How long (in ms) a client may read nothing of its response. */
  stall: number
  /** Streams of tasks at once, in the process and from one network. */
  streams: number
  streamsOfNetwork: number
  /** Tables at once; each holds a connection to the database. */
  tables: number
  tablesOfNetwork: number
  /** How long (in ms) an answer to a stranger is kept at most. */
  readAge: number
}

export const LIMITS: Limits = {
  stall: 60_000,
  streams: 1_000,
  streamsOfNetwork: 50,
  tables: 4,
  tablesOfNetwork: 2,
  readAge: 1_000,
}
