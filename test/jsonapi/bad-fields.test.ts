/** What is wrong with the fields of a record, for every field of every resource. */
import { testBadFields } from '../support/bad-fields.ts'
import { logInAdmin } from '../support/people.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService()
const admin = await logInAdmin(service)

for (const declaration of service.catalog.declarations) testBadFields(service, admin, declaration)
