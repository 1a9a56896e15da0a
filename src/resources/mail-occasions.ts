/** The occasions on which an event writes to people: what their mails say unless the organizers say it otherwise. */

/** What stands for a value in a text, and what the value is. */
export const PLACEHOLDERS = {
  name: 'the name of the recipient',
  event: 'the name of the event',
  title: 'the title of the session',
  decision: 'the new state of the session, such as `accepted`',
  reason: 'the reason that came with the decision; empty without one',
  slot: 'the time and the room of the session',
  changes: 'the sessions of the recipient that were scheduled, moved or removed, one in each line',
  link: 'the address of the page for the next step',
} as const

export type Placeholder = keyof typeof PLACEHOLDERS

interface Occasion {
  /** When the mail is written, and to whom. */
  about: string
  placeholders: readonly Placeholder[]
  subject: string
  /** Paragraphs are separated by empty lines. One whose placeholders are all empty is left out. */
  text: string
}

const DECISION = ['name', 'event', 'title', 'decision', 'reason', 'link'] as const

function decision(about: string, subject: string, ...paragraphs: string[]): Occasion {
  const text = ['Hello {name},', ...paragraphs].join('\n\n')
  return { about, placeholders: DECISION, subject, text }
}

export const OCCASIONS = {
  session_accepted: decision(
    'a session is accepted; to its speakers, its submitter and the owner',
    '{event}: {title} is {decision}',
    'Good news: your session “{title}” is {decision} for {event}.',
    '{reason}',
    'Please confirm that you will hold it, and check what the programme says about it:\n{link}',
  ),
  session_rejected: decision(
    'a session is rejected; to its speakers, its submitter and the owner',
    '{event}: {title} is {decision}',
    'Thank you for proposing “{title}” for {event}. The organizers have decided, and your session is {decision}.',
    '{reason}',
    'There is nothing that you need to do. You can still read your proposal:\n{link}',
  ),
  session_confirmed: decision(
    'a session is confirmed; to its speakers, its submitter and the owner',
    '{event}: {title} is {decision}',
    'Your session “{title}” at {event} is {decision}.',
    '{reason}',
    'You will learn its time and room from the schedule. Your session:\n{link}',
  ),
  session_canceled: decision(
    'a session is canceled; to its speakers, its submitter and the owner',
    '{event}: {title} is {decision}',
    'Your session “{title}” at {event} is {decision} and no longer part of the programme.',
    '{reason}',
    'There is nothing that you need to do. Your session:\n{link}',
  ),
  session_withdrawn: decision(
    'a session is withdrawn; to its speakers, its submitter and the owner',
    '{event}: {title} is {decision}',
    'The session “{title}” at {event} is {decision}.',
    '{reason}',
    'If this is a mistake, write to the organizers of the event. Your session:\n{link}',
  ),
  session_moved: {
    about:
      'the time or the room of an accepted or confirmed session changes; to its speakers and its submitter',
    placeholders: ['name', 'event', 'title', 'slot', 'reason', 'link'],
    subject: 'Your session at {event} was moved: {title}',
    text: [
      'Hello {name},',
      'The time or the room of your session “{title}” at {event} has changed.',
      'It now takes place: {slot}',
      '{reason}',
      'If this does not suit you, write to the organizers of the event soon. Your session:\n{link}',
    ].join('\n\n'),
  },
  new_session: {
    about: 'a session is submitted; to the owner',
    placeholders: ['name', 'event', 'title', 'link'],
    subject: 'New session proposal for {event}: {title}',
    text: 'A session was proposed for {event}: {title}.\n\nRead it and decide:\n{link}',
  },
  schedule_release: {
    about: 'a version of the schedule is released with mails; to each speaker whose sessions it changes',
    placeholders: ['name', 'event', 'changes', 'link'],
    subject: 'Your sessions in the schedule of {event}',
    text: [
      'The schedule of {event} was released. This concerns you:',
      '{changes}',
      'The attached file brings your sessions into your calendar. The whole schedule:\n{link}',
    ].join('\n\n'),
  },
  speaker_invite: {
    about: 'a person is invited to hold a session together; to that person',
    placeholders: ['event', 'title', 'link'],
    subject: 'Invitation to speak at {event}: {title}',
    text: [
      'You are invited to hold the session “{title}” at {event} together with its speakers.',
      'Accept or reject the invitation within seven days:\n{link}',
      'To accept, log in with this e-mail address. You need no account to reject it.',
    ].join('\n\n'),
  },
} as const satisfies Record<string, Occasion>

/** What front ends of Open Event send about a state that is no decision. Organizers have no words of their own for it. */
export const OTHER_STATE = {
  subject: '{event}: {title} is {decision}',
  text: 'Hello {name},\n\nThe session “{title}” at {event} is now {decision}:\n{link}',
}

export type OccasionName = keyof typeof OCCASIONS
export const OCCASION_NAMES = Object.keys(OCCASIONS) as OccasionName[]

/** The placeholders in a text. Two braces of a kind stand for one. */
export const PLACEHOLDER = /\{\{|\}\}|\{([a-z-]*)\}|[{}]/g

/** Why a text cannot be filled in; undefined when it can. */
export function faultIn(text: string, occasion: OccasionName): string | undefined {
  const known: readonly string[] = OCCASIONS[occasion].placeholders
  const choices = known.map((name) => `{${name}}`).join(', ')
  for (const [part, name] of text.matchAll(PLACEHOLDER)) {
    if (part === '{{' || part === '}}') continue
    if (name === undefined)
      return `has a single ${part}; write ${part}${part} for the sign itself, or a placeholder: ${choices}`
    if (!known.includes(name)) return `has the unknown placeholder ${part}; known here: ${choices}`
  }
  return undefined
}
