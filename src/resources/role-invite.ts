import { choice, email, moment, resource } from './declare.ts'
import { ROLE_NAMES } from './role.ts'

export const roleInvite = resource({
  type: 'role-invite',
  about: 'An invitation to take a role at an event, sent to an e-mail address.',
  path: '/role-invites',
  table: 'role_invites',
  fields: {
    email: email({ required: true }),
    role_name: choice(ROLE_NAMES, { required: true }),
    status: choice(['pending', 'accepted', 'declined'], { readOnly: true, default: 'pending' }),
    created_at: moment({ readOnly: true }),
  },
  belongsTo: {
    event: { to: 'event', required: true, fixed: true },
    // Follows from the role's name when it is not sent.
    role: { to: 'role' },
  },
  descriptions: {
    email: 'The e-mail address of the invited person.',
    role_name: 'The role that the person gets.',
    status: 'Whether the invitation has been accepted or declined.',
    role: 'The role that the person gets. It follows from `role-name`.',
  },
  example: { email: 'grace@example.org', role_name: 'coorganizer' },
  refusals: {
    role_invites_one_pending: {
      at: 'email',
      message: 'An invitation to this role is already pending for this address.',
    },
  },
  access: { read: 'coorganizer', create: 'organizer', remove: 'organizer' },
})
