/** Builds the parts in order and closes them in reverse: the only composition. */
import { createRequire } from 'node:module'
import multipart from '@fastify/multipart'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import pino from 'pino'
import { makeTokens } from './access/jwt.ts'
import { makeIdentify } from './access/logins.ts'
import { makeNetworks } from './access/network.ts'
import { loadSecret } from './access/secret.ts'
import { addAddressRoutes } from './accounts/address-routes.ts'
import { addAuthRoutes } from './accounts/auth-routes.ts'
import { type FirstAdmin, makeFirstAdmin } from './accounts/first-admin.ts'
import { addOidcRoutes } from './accounts/oidc-routes.ts'
import { addPasswordRoutes } from './accounts/password-routes.ts'
import { addRoleInviteRoutes } from './accounts/role-invite-routes.ts'
import { addSpeakerInviteRoutes } from './accounts/speaker-invite-routes.ts'
import { addPersonalDataRoutes } from './archive/personal-data-routes.ts'
import { addArchiveRoutes } from './archive/routes.ts'
import { settleRestore } from './backup/swap.ts'
import { addFrontEndRoutes } from './compatibility/front-end-routes.ts'
import type { TracesConfig } from './config/traces.ts'
import type { Config } from './config.ts'
import type { Database } from './database/connect.ts'
import { migrate } from './database/migrate.ts'
import { makeRefusals } from './database/refusals.ts'
import { accountOperations, inviteOperations } from './effects/account-operations.ts'
import { feedbackOperations } from './effects/feedback.ts'
import { checkStorage } from './files/check-storage.ts'
import { addMediaRoutes } from './files/media-routes.ts'
import { addUploadRoutes } from './files/upload-routes.ts'
import { makeApp, refuseOtherMethods, type ServedRoute } from './http/app.ts'
import { addDocsRoutes } from './http/docs-routes.ts'
import { type Door, openDoor } from './http/door.ts'
import { addHealthRoutes } from './http/health-routes.ts'
import { addMetrics } from './http/metrics.ts'
import { makeStop, type Stop } from './http/stop.ts'
import { makeCursors } from './jsonapi/cursor.ts'
import type { Models } from './jsonapi/model.ts'
import { addResourceRoutes } from './jsonapi/routes.ts'
import { addTemplateRoutes } from './mailing/template-routes.ts'
import { addUnsubscribeRoutes } from './mailing/unsubscribe-routes.ts'
import { addRedirect, makePages } from './pages/routes.ts'
import { oauthProvider } from './payments/oauth-provider.ts'
import { manualProvider } from './payments/provider.ts'
import type { Declaration } from './resources/declare.ts'
import { addFeedRoutes } from './schedule/feed-routes.ts'
import { addScheduleImportRoute } from './schedule-import/routes.ts'
import { effectsOf } from './service/effects.ts'
import { LIMITS, type Limits } from './service/limits.ts'
import { openDatabase } from './service/open-database.ts'
import { type Closers, downloadsOf, openParts, PATIENCE, type Parts } from './service/parts.ts'
import type { Tracing } from './service/tracing.ts'
import { startWork, type WorkOptions } from './service/work.ts'
import { openDataFolder } from './system/data-folder.ts'
import type { StoppedTasks } from './tasks/queue.ts'
import { addTaskRoutes } from './tasks/task-routes.ts'
import { addCodeRoutes } from './ticketing/code-routes.ts'
import { type PaymentParts, paymentOperations, renewSecrets } from './ticketing/payment-operations.ts'
import { addRedemptionRoutes } from './ticketing/redemption-routes.ts'
import { addIdempotency } from './web/idempotency.ts'
import type { KeptReads } from './web/kept-reads.ts'
import { OpenStreams } from './web/open-streams.ts'
import { addKeptReads } from './web/strangers.ts'
import { addWebhookRoutes } from './webhooks/routes.ts'
import { resealSecrets } from './webhooks/secrets.ts'

export interface Service {
  app: FastifyInstance
  db: Database
  models: Models
  reads: KeptReads
  /** Every route with its access word. */
  routes: readonly ServedRoute[]
  /** Only when it was made by this start. */
  firstAdmin: FirstAdmin | undefined
  /** Fulfilled with the reason when the embedded database is gone for good: the process should end. */
  lost: Promise<Error>
  listen(): Promise<string>
  /** Stops serving requests while everything else continues; returns how many were still served. */
  stopServing(): Promise<number>
  /** Ends the tasks of this process or gives them back. */
  stopTasks(): Promise<StoppedTasks>
  close(): Promise<void>
}

export interface StartOptions extends WorkOptions {
  logger?: FastifyBaseLogger
  /** Work beside a service that runs already, on its embedded database. */
  joins?: boolean
  /** The port, when it was taken already. */
  door?: Door
  /** What is kept; all resources unless said. */
  declarations?: readonly Declaration[]
  /** What tests cannot wait for or fill up. */
  limits?: Partial<Limits>
}

const { version: VERSION } = createRequire(import.meta.url)('../package.json') as { version: string }

export async function startService(config: Config, options: StartOptions = {}): Promise<Service> {
  const closers: Closers = []
  const close = async () => {
    for (const one of closers.splice(0).reverse()) await one()
  }
  try {
    const { door, joins, logger: log = pino({ level: 'silent' }) } = options
    if (door) closers.push(() => door.close())
    await openDataFolder(config.dataDir, (text) => log.warn(text))
    const tracing = config.traces && (await openTracing(config.traces, closers))
    const { url, lost } = await openDatabase(config, { joins, log }, closers)
    await settleRestore(url, config.dataDir)
    const secret = await loadSecret(config.secret, config.dataDir)
    await migrate(url)
    const { declarations } = options
    const limits = { ...LIMITS, ...options.limits }
    const reading = { serves: !joins, readAge: limits.readAge }
    const parts = await openParts({ config, secret, url, log, declarations, ...reading }, closers)
    const { db, models, reads } = parts
    await checkStorage(parts.primary, config.storage)
    await renewSecrets(db, paymentPartsOf(parts))
    await resealSecrets(db, parts.vault, log)
    const { app, routes, stop } = buildApp(parts, tracing, limits)
    if (config.workers > 0) await startWork(parts, closers, options)
    closers.push(() => stop.close())
    await app.ready()
    // Last, because its password is shown only when the start succeeds.
    const firstAdmin = joins ? undefined : await makeFirstAdmin(db, config.admin)
    const listenNow = () => listenWith(app, config, door, closers)
    const stops = { stopServing: stop.close, stopTasks: () => parts.queue.close(PATIENCE), close }
    return { app, db, models, reads, routes, firstAdmin, lost, listen: listenNow, ...stops }
  } catch (error) {
    await close()
    throw error
  }
}

async function listenWith(
  app: FastifyInstance,
  config: Config,
  taken: Door | undefined,
  closers: Closers,
): Promise<string> {
  const door = taken ?? (await openDoor(config))
  if (!taken) closers.push(() => door.close())
  await door.handTo(app)
  return door.address
}

/** The library is large, and most installations do without it. */
async function openTracing(config: TracesConfig, closers: Closers): Promise<Tracing> {
  const { startTracing } = await import('./service/tracing.ts')
  const tracing = await startTracing(config, VERSION)
  closers.push(() => tracing.close())
  return tracing
}

function paymentPartsOf(parts: Parts): PaymentParts {
  const { payment } = parts.config
  const provider = payment ? oauthProvider(payment) : manualProvider
  return { provider, vault: parts.vault, log: parts.log }
}

function buildApp(
  parts: Parts,
  tracing: Tracing | undefined,
  limits: Limits,
): { app: FastifyInstance; routes: ServedRoute[]; stop: Stop } {
  const { config, log, db, secret, listener, queue, storage, media, temp, models, declarations } = parts
  const { frontendUrl, maxUpload } = config
  const tokens = makeTokens(secret)
  const identify = makeIdentify(db, tokens)
  const feedParts = { addresses: { publicUrl: config.publicUrl, frontendUrl }, generator: VERSION }
  const effects = effectsOf(parts, feedParts)
  const isExempt = makeNetworks(config.rateLimitExempt)
  const operations = {
    user: accountOperations(isExempt, media),
    'role-invite': inviteOperations(isExempt),
    'speaker-invite': inviteOperations(isExempt),
    feedback: feedbackOperations,
    'payment-authorization': paymentOperations(paymentPartsOf(parts)),
  }
  const routes: ServedRoute[] = []
  // A service with an embedded database is its only user.
  const shared = config.databaseUrl === undefined ? undefined : { db, log }
  // A front end elsewhere takes the place of the pages, but not of the console.
  const served = { site: frontendUrl === config.publicUrl, console: config.console }
  const pages = served.site || served.console ? makePages({ config, log, served }) : undefined
  const sendFault = served.site ? pages?.sendFault : undefined
  const limit = { most: config.rateLimit, isExempt, shared }
  const refusalOf = makeRefusals(declarations)
  const { stall } = limits
  const app = makeApp({ config, log, routes, limit, stall, refusalOf, sendFault })
  tracing?.addTo(app)
  const stop = makeStop(app, config.drainSeconds)
  app.register(multipart)
  addIdempotency(app, { db, vault: parts.vault })
  addKeptReads(app, parts.reads)
  addMetrics(app, { db, token: config.metricsToken, reads: parts.reads })
  addHealthRoutes(app, { db, demandStorage: parts.demandReady, declarations, stopping: stop.signal })
  addAuthRoutes(app, { db, tokens, identify, publicUrl: config.publicUrl })
  const { oidc, publicUrl } = config
  if (oidc) addOidcRoutes(app, { db, tokens, vault: parts.vault, oidc, publicUrl, frontendUrl })
  addPasswordRoutes(app, { db, tokens, identify, frontendUrl })
  addAddressRoutes(app, { db, tokens, identify, frontendUrl })
  addRoleInviteRoutes(app, { db, identify, models })
  addSpeakerInviteRoutes(app, { db, identify, models })
  addTaskRoutes(
    app,
    { db, listener, finished: () => parts.reads.drop() },
    { most: limits.streams, mostOfNetwork: limits.streamsOfNetwork, isExempt },
  )
  const event = models.get('event')!
  const downloads = downloadsOf(parts)
  addPersonalDataRoutes(app, { db, identify, queue, media, downloads })
  addArchiveRoutes(app, { db, identify, queue, storage, media, downloads, event, maxUpload })
  addScheduleImportRoute(app, { db, identify, queue, storage, event, maxUpload })
  addUploadRoutes(app, { identify, media, temp, maxUpload })
  addMediaRoutes(app, media)
  addTemplateRoutes(app, { db, identify, event, frontendUrl })
  addUnsubscribeRoutes(app, { db, identify })
  addCodeRoutes(app, { db, models, identify })
  addRedemptionRoutes(app, { db, models, identify })
  addWebhookRoutes(app, { db, models, identify, vault: parts.vault })
  const cursors = makeCursors(secret)
  const tables = new OpenStreams(
    { most: limits.tables, mostOfNetwork: limits.tablesOfNetwork, isExempt },
    'Try again in a moment.',
  )
  addFrontEndRoutes(app, { db, models, identify, cursors, tables, addresses: feedParts.addresses })
  addFeedRoutes(app, { db, event, identify }, feedParts)
  addResourceRoutes(app, { db, models, effects, operations, identify, cursors, tables, refusalOf })
  pages?.addRoutes(app)
  if (!served.site) addRedirect(app)
  const described: ServedRoute[] = []
  addDocsRoutes(app, { routes: described, models, version: VERSION, publicUrl: config.publicUrl })
  described.push(...routes)
  refuseOtherMethods(app, described)
  return { app, routes: described, stop }
}
