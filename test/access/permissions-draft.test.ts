/** Who may call which route at a draft: strangers must not learn that it is there. */
import { table } from '../permissions/table.ts'
import { prepareWalk, walkRoutes } from '../permissions/walk.ts'
import { startTestService } from '../support/service.ts'

walkRoutes(await prepareWalk(await startTestService({ CACHE_MB: '8' })), table, 'draft')
