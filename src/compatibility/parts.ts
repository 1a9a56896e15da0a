/** What the routes for older clients need. */
import type { Identify } from '../access/logins.ts'
import type { Db } from '../database/connect.ts'
import type { Cursors } from '../jsonapi/cursor.ts'
import type { Models } from '../jsonapi/model.ts'

export interface FrontEndParts {
  db: Db
  models: Models
  identify: Identify
  cursors: Cursors
}
