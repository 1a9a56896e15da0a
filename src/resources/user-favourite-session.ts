import { moment, resource } from './declare.ts'

/** The database counts them in the session. */
export const userFavouriteSession = resource({
  type: 'user-favourite-session',
  about: 'A session that a user has marked. Only the user sees which sessions these are.',
  path: '/user-favourite-sessions',
  table: 'user_favourite_sessions',
  fields: { created_at: moment({ readOnly: true }) },
  belongsTo: {
    session: { to: 'session', required: true },
    user: { to: 'user', required: true, readOnly: true, defaultsToCaller: true },
  },
  descriptions: {
    session: 'The session that is marked. Null once it is deleted.',
    user: 'The user who marked it.',
  },
  refusals: {
    user_favourite_sessions_once: {
      at: 'session',
      message: 'The session is one of your favourites already.',
    },
  },
  access: { read: 'self', list: 'self', create: 'user', remove: 'self' },
})
