import { flag, integer, moment, object, prose, resource, text } from './declare.ts'

/** A state of the programme that was made public. What it holds is frozen; see schedule/releases.ts. */
export const scheduleRelease = resource({
  type: 'schedule-release',
  about: 'A version of the schedule that was made public. Later changes of sessions do not change it.',
  path: '/schedule-releases',
  table: 'schedule_releases',
  fields: {
    // The database numbers a release that has no name.
    version: text({
      createOnly: true,
      nullable: true,
      max: 100,
      pattern: /^[^\n\r\t]*\S[^\n\r\t]*$/,
      shape: 'a name of 1 to 100 characters on one line',
    }),
    comment: prose({ nullable: true }),
    released_at: moment({ readOnly: true }),
    session_count: integer({ readOnly: true, default: 0 }),
    changes: object({ readOnly: true }),
    send_emails: flag({ nullable: true, writeOnly: true, transient: true }),
  },
  belongsTo: { event: { to: 'event', required: true, fixed: true } },
  descriptions: {
    version: 'The name of the version, unique in the event. Left out, it is the next number.',
    comment: 'What visitors should know about this version.',
    released_at: 'When the version was released.',
    session_count: 'How many sessions the version has.',
    changes:
      'The sessions that were `added`, `moved` and `removed` since the release before, each with `id`, `title` and the `old` and `new` slot.',
    send_emails:
      'Whether speakers get a mail if their sessions were added, moved or removed. Read on create only.',
  },
  rules: [
    {
      fields: ['version'],
      at: 'version',
      message: '{version} must be a name other than live and latest',
      constraint: 'schedule_releases_version_free',
      holds: ({ version }) => version !== 'live' && version !== 'latest',
    },
  ],
  refusals: {
    schedule_releases_version_unique: {
      at: 'version',
      message: 'The event already has a release with this version.',
    },
  },
  example: { comment: 'The first plan. Rooms may still change.' },
  access: {
    read: 'visible',
    list: false,
    create: 'coorganizer',
    update: 'coorganizer',
    remove: 'coorganizer',
  },
  softDelete: true,
  announcedAs: { created: 'schedule.released' },
})
