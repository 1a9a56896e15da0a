/** Reading, deleting and restoring, as tests of deleted records do it. */
import assert from 'node:assert/strict'
import type { Answer, Caller, Json, TestService } from './service.ts'

/** Unless said, an administrator reads and restores, and the owner deletes. */
export function deletions(service: TestService, admin: Caller, owner: Caller) {
  return {
    get: (url: string, as = admin): Promise<Answer> => service.call('GET', url, { as }),
    remove: (url: string, as = owner): Promise<Answer> => service.call('DELETE', url, { as }),
    restore: (url: string, { type, id }: Json, as = admin): Promise<Answer> =>
      service.call('PATCH', url, { as, body: { data: { type, id, attributes: { 'deleted-at': null } } } }),
  }
}

export function isNotFound({ body }: Answer): void {
  assert.deepEqual(body.errors, [
    { status: '404', code: 'not-found', title: 'Not Found', detail: 'The object was not found.', source: {} },
  ])
}
