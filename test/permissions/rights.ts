/** Classes of resources for which the contract gives the same rights, and the rows of the routes that they have. */
import type { BelongsTo, Declaration, HasMany } from '../../src/resources/declare.ts'
import { toWire } from '../../src/resources/names.ts'
import type { Catalog, Entry } from '../support/catalog.ts'
import {
  changeCoorganizer,
  changeOrganizer,
  changeOwnBelow,
  changeReview,
  changeStaff,
  createCoorganizer,
  createLoggedIn,
  createOrganizer,
  createReview,
  createStaff,
  createVisitor,
  listCoorganizer,
  listOrganizer,
  listPublic,
  listReviewer,
  needsLogIn,
  neverChanged,
  neverChangedBelow,
  openToAll,
  ownNeverChanged,
  ownRecord,
  type Row,
  type Rows,
  readCoorganizer,
  readLoggedIn,
  readOrganizer,
  readPublic,
  readReview,
  readReviewer,
  readStaff,
  reviewNeverChanged,
} from './patterns.ts'

interface Statuses {
  list: Row
  read: Row
  create: Row
  change: Row
  /** A change of what never changes. */
  never: Row
}

const CLASSES = {
  'kept by coorganizers': {
    list: listPublic,
    read: readPublic,
    create: createCoorganizer,
    change: changeCoorganizer,
    never: neverChangedBelow,
  },
  'seen by coorganizers': {
    list: listCoorganizer,
    read: readCoorganizer,
    create: createCoorganizer,
    change: changeCoorganizer,
    never: neverChangedBelow,
  },
  'kept by organizers': {
    list: needsLogIn,
    read: readLoggedIn,
    create: createOrganizer,
    change: changeOrganizer,
    never: neverChangedBelow,
  },
  'given by visitors': {
    list: listPublic,
    read: readPublic,
    create: createVisitor,
    change: changeOwnBelow,
    never: neverChangedBelow,
  },
  'kept among organizers': {
    list: listOrganizer,
    read: readOrganizer,
    create: createOrganizer,
    change: changeOrganizer,
    never: neverChangedBelow,
  },
  'read by reviewers': {
    list: listReviewer,
    read: readReviewer,
    create: createCoorganizer,
    change: changeCoorganizer,
    never: neverChangedBelow,
  },
  reviews: {
    list: needsLogIn,
    read: readReview,
    create: createReview,
    change: changeReview,
    never: reviewNeverChanged,
  },
  'kept by staff': {
    list: openToAll,
    read: openToAll,
    create: createStaff,
    change: changeStaff,
    never: neverChanged,
  },
  'log of organizers': {
    list: readStaff,
    read: readOrganizer,
    create: readStaff,
    change: readStaff,
    never: neverChangedBelow,
  },
  own: {
    list: needsLogIn,
    read: ownRecord,
    create: createLoggedIn,
    change: ownRecord,
    never: ownNeverChanged,
  },
} satisfies Record<string, Statuses>

export type Rights = keyof typeof CLASSES

/** The rows of all resources whose sample names their class, by their own address and by that of the event. */
export function rowsOf({ declarations, entryOf }: Catalog): Rows {
  const rows = declarations.map(({ type }) => entryOf(type)).map((entry) => ownRows(entry, declarations))
  return Object.assign({}, ...rows)
}

function ownRows({ declaration, sample: { rights } }: Entry, all: readonly Declaration[]): Rows {
  if (!rights) return {}
  const statuses = CLASSES[rights]
  const { path, aliases = [], belongsTo = {}, hasMany = {}, access } = declaration
  const rows: Rows = {}
  for (const base of [path, ...aliases].map((one) => `/v1${one}`)) {
    if (access.list !== false) rows[`GET ${base}`] = statuses.list
    if (access.create) rows[`POST ${base}`] = statuses.create
    rows[`GET ${base}/:id`] = statuses.read
    if (access.update) rows[`PATCH ${base}/:id`] = statuses.change
    if (access.remove) rows[`DELETE ${base}/:id`] = statuses.change
    const change = (isKept: boolean | undefined) =>
      access.update ? (isKept ? statuses.never : statuses.change) : undefined
    for (const [name, { fixed, readOnly }] of Object.entries<BelongsTo>(belongsTo))
      Object.assign(rows, relationRows(base, name, statuses.read, change(fixed || readOnly), ['PATCH']))
    for (const [name, many] of Object.entries<HasMany>(hasMany))
      Object.assign(
        rows,
        relationRows(base, name, statuses.read, change(many.readOnly || leadsToParts(many, all)), TO_MANY),
      )
  }
  return { ...rows, ...(belongsTo.event?.fixed ? rowsBelow(declaration, statuses, all) : {}) }
}

const TO_MANY = ['PATCH', 'POST', 'DELETE']

function relationRows(
  base: string,
  name: string,
  read: Row,
  change: Row | undefined,
  methods: string[],
): Rows {
  const wire = toWire(name)
  const url = `${base}/:id/relationships/${wire}`
  const changes = change ? methods.map((method) => [`${method} ${url}`, change]) : []
  return { [`GET ${base}/:id/${wire}`]: read, [`GET ${url}`]: read, ...Object.fromEntries(changes) }
}

/** Parts stay where they are made. */
function leadsToParts({ to, by }: HasMany, all: readonly Declaration[]): boolean {
  const target = all.find(({ type }) => type === to)
  return Boolean(by && target?.belongsTo?.[by]?.fixed)
}

/** What an event says of its parts: a list of them, or the one that it has. */
function rowsBelow(
  { type, path, access }: Declaration,
  statuses: Statuses,
  all: readonly Declaration[],
): Rows {
  const { hasMany = {}, hasOne = {}, path: events } = all.find((one) => one.type === 'event')!
  const base = `/v1${events}`
  const rows: Rows = {}
  const relations = [
    ...Object.entries(hasMany).map(([name, rules]) => ({ name, ...rules, methods: TO_MANY })),
    ...Object.entries(hasOne).map(([name, rules]) => ({ name, ...rules, methods: ['PATCH'] })),
  ]
  for (const { name, methods } of relations.filter(({ to, by }) => to === type && by === 'event')) {
    Object.assign(rows, relationRows(base, name, statuses.read, statuses.never, methods))
    const [one, list] = [`${base}/:id/${toWire(name)}`, `${base}/:id${path}`]
    rows[`GET ${list}`] = statuses.read
    if (access.create) for (const url of [one, list]) rows[`POST ${url}`] = statuses.create
    if (access.remove && methods !== TO_MANY) rows[`DELETE ${one}`] = statuses.change
  }
  return rows
}
