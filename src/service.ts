/** Builds the parts in order and closes them in reverse: the only composition. */
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { addAccountRoutes } from './access/account-routes.ts'
import { addAuthRoutes } from './access/auth-routes.ts'
import { type FirstAdmin, makeFirstAdmin } from './access/first-admin.ts'
import { makeTokens } from './access/jwt.ts'
import { makeIdentify } from './access/logins.ts'
import { addRoleInviteRoutes } from './access/role-invite-routes.ts'
import { loadSecret } from './access/secret.ts'
import type { Config } from './config.ts'
import { connect, type Database } from './database/connect.ts'
import { startEmbedded } from './database/embedded.ts'
import { migrate } from './database/migrate.ts'
import { accountEffects } from './effects/accounts.ts'
import { eventEffects, roleEffects, roleInviteEffects } from './effects/roles.ts'
import { sessionEffects, speakerEffects } from './effects/submissions.ts'
import { makeApp, refuseOtherMethods, type ServedRoute } from './http/app.ts'
import { addHealthRoutes } from './http/health-routes.ts'
import type { EffectsByType } from './jsonapi/change.ts'
import { buildModels, type Models } from './jsonapi/model.ts'
import { addResourceRoutes } from './jsonapi/routes.ts'
import { resources } from './resources/all.ts'

export interface Service {
  app: FastifyInstance
  db: Database
  models: Models
  /** Every route that is served, with the word that says who may call it. */
  routes: readonly ServedRoute[]
  /** Only when it was made by this start. */
  firstAdmin: FirstAdmin | undefined
  listen(): Promise<string>
  close(): Promise<void>
}

export async function startService(config: Config, logger?: FastifyBaseLogger): Promise<Service> {
  const closers: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const one of closers.splice(0).reverse()) await one()
  }
  try {
    const secret = await loadSecret(config.secret, config.dataDir)
    const url = config.databaseUrl ?? (await embeddedUrl(config, closers))
    await migrate(url)
    const db = connect(url)
    closers.push(() => db.close())
    const firstAdmin = await makeFirstAdmin(db, config.admin)
    const { app, models, routes } = buildApp(config, logger, db, secret)
    closers.push(() => app.close())
    await app.ready()
    const listen = () => app.listen({ host: config.host, port: config.port }).then(() => addressOf(app))
    return { app, db, models, routes, firstAdmin, listen, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function embeddedUrl(config: Config, closers: (() => Promise<unknown>)[]): Promise<string> {
  const server = await startEmbedded({ folder: join(config.dataDir, 'postgres') })
  closers.push(() => server.stop())
  return server.url
}

function buildApp(config: Config, logger: FastifyBaseLogger | undefined, db: Database, secret: string) {
  const { frontendUrl } = config
  const tokens = makeTokens(secret)
  const identify = makeIdentify(db, tokens)
  const models = buildModels(resources)
  const effects: EffectsByType = {
    event: eventEffects,
    user: accountEffects(frontendUrl),
    'users-events-roles': roleEffects,
    'role-invite': roleInviteEffects(frontendUrl),
    session: sessionEffects,
    speaker: speakerEffects,
  }
  const routes: ServedRoute[] = []
  const app = makeApp(config, logger, routes)
  addHealthRoutes(app, db, resources)
  addAuthRoutes(app, { db, tokens, identify })
  addAccountRoutes(app, { db, tokens, identify, frontendUrl })
  addRoleInviteRoutes(app, { db, tokens, identify })
  addResourceRoutes(app, { db, models, effects, identify })
  const served = [...routes]
  refuseOtherMethods(app, served)
  return { app, models, routes: served }
}

function addressOf(app: FastifyInstance): string {
  const { address, port } = app.server.address() as AddressInfo
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}
