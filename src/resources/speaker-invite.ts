import { choice, email, moment, resource } from './declare.ts'

/** Accepted or rejected with the token in the mail; see accounts/speaker-invite-routes.ts. */
export const speakerInvite = resource({
  type: 'speaker-invite',
  about: 'An invitation to hold a session together, sent to an e-mail address.',
  path: '/speaker-invites',
  table: 'speaker_invites',
  fields: {
    email: email({ required: true }),
    status: choice(['pending', 'accepted', 'rejected', 'expired'], { readOnly: true, default: 'pending' }),
    created_at: moment({ readOnly: true }),
  },
  belongsTo: {
    session: { to: 'session', required: true, fixed: true },
    event: { to: 'event', required: true, readOnly: true, inherited: true },
  },
  descriptions: {
    email: 'The e-mail address of the invited person.',
    status: 'Whether the invitation has been accepted or rejected, or can no longer be accepted.',
    session: 'The session that the person is invited to.',
  },
  example: { session: '1', email: 'grace@example.org' },
  refusals: {
    speaker_invites_one_pending: {
      at: 'email',
      message: 'An invitation to this session is already pending for this address.',
    },
  },
  access: { read: 'session_author', create: 'editor', remove: 'session_author' },
})
