// biome-ignore-all lint/performance/noBarrelFile: what users of the package import has one address
export type { Added, AtomicWrites, Done } from './atomic.ts'
export {
  type ClientOptions,
  type ExportedArchive,
  type ExportMedia,
  type ImportedEvent,
  type LogIn,
  PlenumClient,
  type RouteCall,
} from './client.ts'
export type { RedeemOptions, Redemption, ValidCode } from './codes.ts'
export type { CollectionOf, RelatedOf } from './collection.ts'
export {
  ChangedError,
  ConflictError,
  type Fault,
  ForbiddenError,
  InvalidError,
  NetworkError,
  NotFoundError,
  PlenumError,
  RefusedError,
  TaskError,
  TimeoutError,
  TooManyRequestsError,
  UnauthorizedError,
} from './errors.ts'
export type { FileInput, UploadOptions } from './files.ts'
export type { Page } from './page.ts'
export type { CallOptions, Condition, Filter, ListQuery, SingleQuery, SortKey } from './query.ts'
export type { CreateOf, IncludePath, RecordOf, Type, UpdateOf } from './records.ts'
export type { WriteOptions } from './requests.ts'
export type { Link, Resources, Routes } from './schema.ts'
export type { Singleton } from './singleton.ts'
export type { FollowOptions, Progress } from './task.ts'
export type { Tokens } from './tokens.ts'
export { type SentWebhook, verifyWebhook, WebhookError, type WebhookMessage } from './webhooks.ts'
