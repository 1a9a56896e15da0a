/** What the routes for older clients need. */
import type { Identify } from '../access/logins.ts'
import type { Database } from '../database/connect.ts'
import type { Cursors } from '../jsonapi/cursor.ts'
import type { Models } from '../jsonapi/model.ts'
import type { MailAddresses } from '../mail/event-mail.ts'
import type { OpenStreams } from '../web/open-streams.ts'

export interface FrontEndParts {
  db: Database
  models: Models
  identify: Identify
  cursors: Cursors
  tables: OpenStreams
  addresses: MailAddresses
}
