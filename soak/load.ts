/** Clients that use the service as people and their programs do, each with an event of its own. */
import { setTimeout as delay } from 'node:timers/promises'
import { linkTo, make } from '../test/support/make.ts'
import { signUp as signUpCaller } from '../test/support/people.ts'
import { callAt } from '../test/support/processes.ts'
import { Client } from './client.ts'
import type { Dice } from './dice.ts'
import type { Journal, Kept } from './journal.ts'
import { change, create, link, list, read, remove } from './records.ts'
import {
  copyEvent,
  exportEvent,
  importEvent,
  invite,
  logIn,
  operate,
  redeem,
  signUp,
  uploadFile,
  uploadPicture,
} from './works.ts'

/** A client and what is its own. */
export interface Actor {
  client: Client
  /** The event that it works on. */
  event: string
  /** An event that nobody changes, to be copied. */
  template: string
  /** The id of a discount code with few uses. */
  code: string
  own: Kept[]
}

/** How often each is done, out of the sum of all. */
const MIX: [(actor: Actor) => Promise<void>, number][] = [
  [create, 28],
  [change, 22],
  [read, 14],
  [list, 10],
  [link, 9],
  [remove, 6],
  [redeem, 5],
  [operate, 5],
  [uploadFile, 4],
  [uploadPicture, 2],
  [exportEvent, 2],
  [importEvent, 2],
  [copyEvent, 2],
  [signUp, 2],
  [logIn, 1],
  [invite, 2],
]
const BAG = MIX.flatMap(([act, times]) => Array<(actor: Actor) => Promise<void>>(times).fill(act))

/** The longest that a client thinks between two requests (in ms). */
const PAUSE = 80
export const USES = 60
export const TEMPLATE = { tracks: 1, speakers: 2, sessions: 3 }

interface Surroundings {
  url: string
  journal: Journal
  dice: Dice
  /** Where the webhooks of the events lead. */
  receiverUrl: string
}

/** Makes the accounts and events that the clients work with. */
export async function makeActors(surroundings: Surroundings, count: number): Promise<Actor[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) => makeActor(surroundings, `client${index + 1}`)),
  )
}

async function makeActor({ url, journal, dice, receiverUrl }: Surroundings, name: string): Promise<Actor> {
  const service = { call: callAt(url) }
  const caller = await signUpCaller(service, `${name}@plenum.test`)
  journal.accounts.push({ email: caller.email, isCertain: true })
  const [event, template] = [
    await make(service, caller, 'event', { name: `Event of ${name}`, 'can-pay-onsite': true }),
    await make(service, caller, 'event', { name: `Template of ${name}` }),
  ]
  const links = { event: linkTo(event) }
  await make(service, caller, 'webhook', { url: receiverUrl, events: ['*'] }, links)
  const ticket = await make(service, caller, 'ticket', { type: 'paid', price: 20 }, links)
  const limits = { 'tickets-number': USES, 'max-quantity': -1 }
  const code = await make(service, caller, 'discount-code', limits, { ...links, tickets: [linkTo(ticket)] })
  for (const [file, times] of Object.entries(TEMPLATE))
    for (let number = 1; number <= times; number++)
      await make(service, caller, file.replace(/s$/, ''), {}, { event: linkTo(template) })
  const client = new Client(url, journal, dice.named(name), caller)
  return { client, event: event.id, template: template.id, code: code.id, own: [] }
}

/** Ends when it is told to, after what is under way. */
export async function work(actor: Actor, signal: AbortSignal): Promise<void> {
  const { dice } = actor.client
  while (!signal.aborted) {
    await dice.pick(BAG)(actor)
    await delay(dice.below(PAUSE), undefined, { signal }).catch(() => undefined)
  }
}
