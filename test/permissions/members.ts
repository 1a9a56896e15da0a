/** Custom forms, and who has or is offered a role at the event. */
import {
  changeOrganizer,
  changeStaffBelow,
  createOrganizer,
  createStaffBelow,
  listCoorganizer,
  neverChangedBelow,
  ownInvitation,
  type Rows,
  readCoorganizer,
} from './patterns.ts'

export const memberRows: Rows = {
  'POST /v1/role-invites/accept-invite': ownInvitation,
  'POST /v1/role_invites/accept-invite': ownInvitation,

  'GET /v1/users-events-roles': listCoorganizer,
  'POST /v1/users-events-roles': createStaffBelow,
  'GET /v1/users-events-roles/:id': readCoorganizer,
  'PATCH /v1/users-events-roles/:id': changeStaffBelow,
  'DELETE /v1/users-events-roles/:id': changeOrganizer,
  'GET /v1/users-events-roles/:id/event': readCoorganizer,
  'GET /v1/users-events-roles/:id/relationships/event': readCoorganizer,
  'PATCH /v1/users-events-roles/:id/relationships/event': neverChangedBelow,
  'GET /v1/users-events-roles/:id/user': readCoorganizer,
  'GET /v1/users-events-roles/:id/relationships/user': readCoorganizer,
  'PATCH /v1/users-events-roles/:id/relationships/user': neverChangedBelow,
  'GET /v1/users-events-roles/:id/role': readCoorganizer,
  'GET /v1/users-events-roles/:id/relationships/role': readCoorganizer,
  'PATCH /v1/users-events-roles/:id/relationships/role': changeStaffBelow,

  'GET /v1/role-invites': listCoorganizer,
  'POST /v1/role-invites': createOrganizer,
  'GET /v1/role-invites/:id': readCoorganizer,
  'DELETE /v1/role-invites/:id': changeOrganizer,
  'GET /v1/role-invites/:id/event': readCoorganizer,
  'GET /v1/role-invites/:id/relationships/event': readCoorganizer,
  'GET /v1/role-invites/:id/role': readCoorganizer,
  'GET /v1/role-invites/:id/relationships/role': readCoorganizer,
}
