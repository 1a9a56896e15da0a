/** The parts of an event, in groups, as the navigation and the overview list them. */
import type { Declaration } from '../records/declaration.ts'
import { typeName } from '../records/records.ts'
import { t } from '../words.ts'

export interface PartGroup {
  title: string
  links: { to: string; text: string }[]
}

/** Where the resources of an event belong. One that is not named here is listed under "More". */
const GROUPS = {
  programme: ['sessions', 'speakers', 'tracks', 'microlocations', 'session-types'],
  people: ['speakers-calls', 'custom-forms', 'sponsors', 'social-links', 'event-copyright'],
  sale: ['tickets', 'ticket-tags', 'discount-codes', 'access-codes', 'payment-authorization'],
  team: ['users-events-roles', 'role-invites'],
} as const

/** These have pages of their own. */
const APART = ['schedule-releases', 'schedule-conflicts']

export function partsOf(declarations: Declaration[]): PartGroup[] {
  const own = declarations.filter(({ ofEvent, path }) => ofEvent !== 'none' && !APART.includes(path))
  const linkTo = (declaration: Declaration) => ({ to: declaration.path, text: typeName(declaration) })
  const named = new Set<string>(Object.values(GROUPS).flat())
  const groups = Object.entries(GROUPS).map(([name, paths]) => ({
    title: t(`parts.${name as keyof typeof GROUPS}`),
    links: paths.flatMap((path) => own.filter((one) => one.path === path).map(linkTo)),
  }))
  const rest = own.filter(({ path }) => !named.has(path)).map(linkTo)
  return [planned(), ...groups, { title: t('parts.more'), links: [...rest, ...data()] }].filter(
    ({ links }) => links.length > 0,
  )
}

function planned(): PartGroup {
  const links = [
    { to: '', text: t('parts.overview') },
    { to: 'proposals', text: t('proposals.title') },
    { to: 'schedule', text: t('schedule.title') },
    { to: 'releases', text: t('releases.title') },
    { to: 'figures', text: t('figures.title') },
    { to: 'settings', text: t('parts.settings') },
  ]
  return { title: t('parts.plan'), links }
}

function data(): PartGroup['links'] {
  return [
    { to: 'exports', text: t('parts.exports') },
    { to: 'import-schedule', text: t('parts.importSchedule') },
  ]
}
