/** The programme of the demo conference: people, rooms and topics. All of it is fictional. */
export const NAME = 'Harbourlight: three days of open software'

export const ROOMS = [
  { name: 'Lighthouse Hall', floor: 0 },
  { name: 'Sail Loft', floor: 2 },
  { name: 'Rope Walk', floor: 1 },
  { name: 'Chart Room', floor: 1 },
] as const

export const TRACKS = [
  { name: 'Data and storage', color: '#1f6f8b' },
  { name: 'Web and interfaces', color: '#c8553d' },
  { name: 'Languages and tools', color: '#6a4c93' },
  { name: 'Operation', color: '#2a7f4f' },
  { name: 'People', color: '#f2b134' },
  { name: 'Security', color: '#31304d' },
] as const

export const TYPES = [
  { name: 'Keynote', length: '00:45' },
  { name: 'Talk', length: '00:30' },
  { name: 'Workshop', length: '01:30' },
  { name: 'Panel', length: '00:45' },
] as const

export type TypeName = (typeof TYPES)[number]['name']

export interface Title {
  type: TypeName
  /** The place of its track. */
  track: number
  title: string
  abstract: string
}

const TITLES: Record<TypeName, string> = {
  Keynote: `
4 | A harbour is a protocol | What ships, customs and pilots can teach us about systems that have to work together.
0 | The long life of small files | Formats die slowly and then all at once; how to write data that is still read in thirty years.
3 | Calm software | Fewer alarms, fewer features, fewer nights awake: a plea for the boring choice.`,
  Talk: `
0 | Snapshots without tears | How a database shows everybody their own moment, and what that costs.
0 | An index is a promise | Six ways to keep it, and one that looks right and is not.
0 | Counting a million rows before breakfast | Estimates, exact counts and the honest answer in between.
0 | Writing once, twice, and at least once | Queues, retries and the art of not sending the mail again.
0 | A museum of file formats | What an archive learns from floppy disks about the cloud.
1 | Charts for people in a hurry | Drawing less until the picture speaks.
1 | Forms that forgive | Every mistake a form can make, and what it should say instead.
1 | Pages that weigh nothing | A site for slow phones, measured on a bus.
1 | What a page sounds like | A tour of well-known patterns with the screen switched off.
1 | Maps for walkers | Streets, stairs and shortcuts: drawing a city at the speed of feet.
2 | A parser in an afternoon | From grammar to error message with nothing but functions.
2 | Types that tell stories | Declarations that a newcomer reads like a page of prose.
2 | The build that fits in your head | Why a tool with nine commands lost two and won users.
2 | Plurals of the world | One, few, many and other: messages that survive translation.
2 | Tests as the table of contents | Names, not coverage, are what the next reader needs.
3 | The outage that was not ours | A week of logs, a clock that jumped, and a very polite e-mail.
3 | Deleting code in production | How to find what nobody uses, and live with having been wrong.
3 | Backups are easy, restores are hard | A drill for every month of the year.
3 | One process is enough | How far a single machine goes before it needs friends.
3 | Radio links between islands | A network where the weather is the administrator.
4 | The first patch | What a project looks like from the outside, told by those who just came in.
4 | Meetups on a ferry | Building a community where the venue moves.
4 | Free software in a school of forty | No budget, old laptops, bright children.
4 | Saying no kindly | Reviews that people come back from.
5 | Tokens and their enemies | Short lives, clear purposes and a key that can be changed.
5 | Uploads from strangers | Pictures that are programs, archives that explode, names that climb.
5 | Secrets that expire | Keeping what must be read again, and losing what must not.`,
  Workshop: `
0 | Read a query plan | Bring a slow statement and leave with a faster one.
1 | Draw an avatar with twelve shapes | Vector drawing by hand, from circle to character.
2 | Write your first language server | Completion and errors for a toy language, step by step.
3 | Break it on purpose | Kill processes, cut cables and watch what survives.
5 | Find the hole | A service with seven mistakes, and a prize for the eighth.
1 | Listen to your own site | An introduction to screen readers for those who build pages.`,
  Panel: `
4 | Who pays for the harbour? | Four ways to keep free software afloat.
3 | Ask the people on call | Questions from the audience about the worst night and the best morning.
4 | Lightning hour and farewell | Five minutes each, then the lamp is handed on.`,
}

export const titles: readonly Title[] = (Object.keys(TITLES) as TypeName[]).flatMap((type) =>
  TITLES[type]
    .trim()
    .split('\n')
    .map((line) => {
      const [track, title, abstract] = line.split(' | ') as [string, string, string]
      return { type, track: Number(track), title, abstract }
    }),
)

export const SPONSORS = [
  { name: 'Tidepool Data', type: 'Gold', level: 1 },
  { name: 'Northquay Hosting', type: 'Gold', level: 1 },
  { name: 'Studio Halyard', type: 'Silver', level: 2 },
  { name: 'Ropewalk Tools', type: 'Silver', level: 2 },
  { name: 'Compass Rose', type: 'Bronze', level: 3 },
  { name: 'Paper Lantern Games', type: 'Bronze', level: 3 },
] as const
