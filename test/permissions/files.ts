/** Tasks, archives, operations, uploads, the sizes of pictures and the settings. */
import {
  changeCoorganizer,
  changeStaff,
  needsLogIn,
  openToAll,
  ownRecord,
  type Rows,
  readArchive,
} from './patterns.ts'

export const fileRows: Rows = {
  'GET /v1/tasks/:id': openToAll,
  'POST /v1/events/:id/export/json': changeCoorganizer,
  'POST /v1/events/:id/export/sessions/csv': changeCoorganizer,
  'POST /v1/events/:id/export/speakers/csv': changeCoorganizer,
  'POST /v1/events/:id/copy': changeCoorganizer,
  'GET /v1/events/:id/exports/*': readArchive,
  'POST /v1/events/import/:source': needsLogIn,
  'POST /v1/schedule-imports': needsLogIn,

  // Each operation needs what its single route needs: test/jsonapi/atomic.test.ts.
  'POST /v1/operations': needsLogIn,

  'GET /v1/import-jobs': needsLogIn,
  'GET /v1/import-jobs/:id': ownRecord,
  'GET /v1/import-jobs/:id/user': ownRecord,
  'GET /v1/import-jobs/:id/relationships/user': ownRecord,
  'GET /v1/import-jobs/:id/event': ownRecord,
  'GET /v1/import-jobs/:id/relationships/event': ownRecord,

  'GET /v1/export-jobs': needsLogIn,
  'GET /v1/export-jobs/:id': ownRecord,
  'GET /v1/export-jobs/:id/user': ownRecord,
  'GET /v1/export-jobs/:id/relationships/user': ownRecord,
  'GET /v1/export-jobs/:id/event': ownRecord,
  'GET /v1/export-jobs/:id/relationships/event': ownRecord,

  'POST /v1/upload/file': needsLogIn,
  'POST /v1/upload/files': needsLogIn,
  'POST /v1/upload/image': needsLogIn,
  'GET /media/*': openToAll,

  'GET /v1/event-image-sizes': openToAll,
  'GET /v1/event-image-sizes/:id': openToAll,
  'PATCH /v1/event-image-sizes': changeStaff,
  'PATCH /v1/event-image-sizes/:id': changeStaff,
  'GET /v1/speaker-image-sizes': openToAll,
  'GET /v1/speaker-image-sizes/:id': openToAll,
  'PATCH /v1/speaker-image-sizes': changeStaff,
  'PATCH /v1/speaker-image-sizes/:id': changeStaff,

  'GET /v1/settings': openToAll,
  'GET /v1/settings/:id': openToAll,
  'PATCH /v1/settings': changeStaff,
  'PATCH /v1/settings/:id': changeStaff,
}
