/** Deviations of the parts of an event: relationships to people, whom only coorganizers and up see. */
import {
  createOrganizer,
  createReview,
  nothingLinked,
  ownBelow,
  type Rows,
  readCoorganizer,
  readReviewer,
} from './patterns.ts'

export const partRows: Rows = {
  'GET /v1/speakers/:id/user': readCoorganizer,
  'GET /v1/speakers/:id/relationships/user': readCoorganizer,

  'POST /v1/custom-forms/:id/custom-form-options': createOrganizer,

  'DELETE /v1/feedbacks/:id': ownBelow,
  'GET /v1/feedbacks/:id/user': ownBelow,
  'GET /v1/feedbacks/:id/relationships/user': ownBelow,

  'GET /v1/sessions/:id/reviews': readReviewer,
  'POST /v1/sessions/:id/reviews': createReview,
  'GET /v1/sessions/:id/relationships/reviews': readReviewer,
  'DELETE /v1/sessions/:id/relationships/reviews': nothingLinked,

  'GET /v1/sessions/:id/creator': readCoorganizer,
  'GET /v1/sessions/:id/relationships/creator': readCoorganizer,
}
