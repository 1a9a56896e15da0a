/** Brings the XML of frab, pretalx and others into the shape of their JSON. Entities of a document type are not known. */
import sax from 'sax'
import { ScheduleError } from './schedule-file.ts'

interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

type Json = Record<string, unknown>

/** Of the entities, only those of XML itself. */
const OPTIONS: sax.SAXOptions & { strictEntities: boolean } = { strictEntities: true, trim: false }
const DEEPEST = 20
const MOST_ELEMENTS = 1_000_000

export function frabFromXml(text: string): unknown {
  const schedule = parse(text)
  if (schedule.name !== 'schedule')
    throw new ScheduleError(
      `The file begins with <${schedule.name.slice(0, 50)}>, but a schedule begins with <schedule>.`,
    )
  const conference = child(schedule, 'conference')
  return {
    schedule: {
      base_url: textOf(conference, 'base_url'),
      conference: {
        ...textsIn(conference),
        tracks: named(conference, 'track'),
        rooms: named(conference, 'room'),
        days: all(schedule, 'day').map(dayOf),
      },
    },
  }
}

/** The root. */
function parse(text: string): Element {
  const parser = sax.parser(true, OPTIONS)
  const open: Element[] = [{ name: '', attributes: {}, children: [], text: '' }]
  let count = 0
  parser.onerror = (error) => {
    throw new ScheduleError(
      `The file is not well-formed XML: ${error.message.split('\n')[0]} in line ${parser.line + 1}.`,
    )
  }
  parser.onopentag = ({ name, attributes }) => {
    if (open.length > DEEPEST) throw new ScheduleError(`The file is nested more than ${DEEPEST} levels deep.`)
    if (++count > MOST_ELEMENTS) throw new ScheduleError(`The file has more than ${MOST_ELEMENTS} elements.`)
    const element = { name, attributes: attributes as Record<string, string>, children: [], text: '' }
    open.at(-1)!.children.push(element)
    open.push(element)
  }
  parser.onclosetag = () => void open.pop()
  parser.ontext = (part) => add(part)
  parser.oncdata = (part) => add(part)
  const add = (part: string) => {
    open.at(-1)!.text += part
  }
  parser.write(text).close()
  const [root] = open[0]!.children
  if (!root) throw new ScheduleError('The file is empty.')
  return root
}

function dayOf(day: Element): Json {
  return {
    date: day.attributes.date,
    rooms: all(day, 'room').map((room) => ({
      name: room.attributes.name,
      guid: room.attributes.guid,
      events: all(room, 'event').map(eventOf),
    })),
  }
}

function eventOf(event: Element): Json {
  const { id, guid, code } = event.attributes
  return {
    ...textsIn(event),
    id,
    guid,
    code,
    persons: all(child(event, 'persons'), 'person').map(({ attributes, text }) => ({
      ...attributes,
      public_name: text,
    })),
    links: references(event, 'links', 'link'),
    attachments: references(event, 'attachments', 'attachment'),
  }
}

function references(event: Element, list: string, name: string): Json[] {
  return all(child(event, list), name).map(({ attributes, text }) => ({ ...attributes, title: text }))
}

/** Those with attributes: `<track name="…" color="…"/>`. */
function named(parent: Element, name: string): Json[] {
  return all(parent, name).map(({ attributes }) => attributes)
}

function child(parent: Element, name: string): Element {
  return parent.children.find((one) => one.name === name) ?? { name, attributes: {}, children: [], text: '' }
}

function all(parent: Element, name: string): Element[] {
  return parent.children.filter((one) => one.name === name)
}

function textOf(parent: Element, name: string): string {
  return child(parent, name).text
}

/** The children that hold nothing but text. */
function textsIn({ children }: Element): Json {
  const plain = children.filter((one) => one.children.length === 0)
  return Object.fromEntries(plain.map(({ name, text }) => [name, text]))
}
