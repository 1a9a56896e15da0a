import { resource } from './declare.ts'

export const usersEventsRoles = resource({
  type: 'users-events-roles',
  about: 'A role that a user has at an event.',
  path: '/users-events-roles',
  table: 'users_events_roles',
  fields: {},
  belongsTo: {
    event: { to: 'event', required: true, fixed: true },
    user: { to: 'user', required: true, fixed: true },
    role: { to: 'role', required: true },
  },
  descriptions: {
    event: 'The event at which the user has the role.',
    user: 'The user who has the role.',
    role: 'The role.',
  },
  example: { id: '3', user: '3', role: '3' },
  refusals: {
    users_events_roles_unique: { at: 'role', message: 'The user already has this role at the event.' },
  },
  access: { read: 'coorganizer', create: 'staff', update: 'staff', remove: 'organizer' },
})
