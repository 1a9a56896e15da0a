import { KEPT_BY_STAFF } from './access-rules.ts'
import { resource, text } from './declare.ts'

export const ROLE_NAMES = [
  'owner',
  'organizer',
  'coorganizer',
  'track_organizer',
  'moderator',
  'registrar',
  'attendee',
  'reviewer',
] as const
export type RoleName = (typeof ROLE_NAMES)[number]

/** The condition that a link `l` in users_events_roles gives this role. */
export const givesRole = (name: RoleName) => `l.role_id = (select id from roles where name = '${name}')`

export const role = resource({
  type: 'role',
  about: 'A role that users can have at an event.',
  path: '/roles',
  table: 'roles',
  fields: {
    name: text({ required: true, max: 100 }),
    title_name: text({ nullable: true }),
  },
  descriptions: {
    name: 'The name of the role in the API, such as `track_organizer`.',
    title_name: 'The name of the role for people, such as `Track Organizer`.',
  },
  example: { id: '9', name: 'interpreter', title_name: 'Interpreter' },
  refusals: {
    roles_name_unique: { at: 'name', message: 'A role with this name already exists.' },
  },
  access: KEPT_BY_STAFF,
})
