import { type AtomicWrites, atomic, type Done } from './atomic.ts'
import { findCode, type RedeemOptions, type Redemption, redeem, type ValidCode } from './codes.ts'
import { Collection, type CollectionOf } from './collection.ts'
import { idOf, toBody } from './document.ts'
import { type FileInput, formOf, type UploadOptions, uploadFile, uploadImage } from './files.ts'
import { Http, type HttpOptions } from './http.ts'
import { toPlain } from './names.ts'
import type { CallOptions, SingleQuery } from './query.ts'
import type { AllFields, CreateOf, FieldsByType, IncludePath, RecordOf, Type } from './records.ts'
import { one } from './requests.ts'
import { type Link, RESOURCES, type Routes } from './schema.ts'
import { Singleton } from './singleton.ts'
import { type FollowOptions, followTask } from './task.ts'

type Camel<S extends string> = S extends `${infer Word}-${infer Rest}`
  ? `${Word}${Capitalize<Camel<Rest>>}`
  : S
type NameOf<T extends Type> = (typeof RESOURCES)[T]['path'] extends `/v1/${infer Name}` ? Camel<Name> : never

/** A collection for each type, named after its path: `client.sessionTypes` for `/v1/session-types`. */
type Collections = {
  readonly [T in Type as NameOf<T>]: (typeof RESOURCES)[T]['isSingle'] extends true
    ? Singleton<T>
    : CollectionOf<T>
}

type Placeholders<Route extends string> = Route extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

/** `path` says what stands for each `{name}` of the path. */
export type RouteCall<R extends keyof Routes> = CallOptions &
  ([Placeholders<R>] extends [never] ? { path?: undefined } : { path: Record<Placeholders<R>, string> }) &
  (object extends Routes[R]['body']
    ? { body?: Routes[R]['body'] }
    : undefined extends Routes[R]['body']
      ? { body?: undefined }
      : { body: Routes[R]['body'] })

export interface LogIn {
  email: string
  password: string
}

export type ExportMedia = Routes['POST /v1/events/{id}/export/json']['body']

export interface ExportedArchive {
  /** Opens the archive without a log-in for seven days. */
  url: string
  blob(options?: CallOptions): Promise<Blob>
  stream(options?: CallOptions): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>
}

export interface ImportedEvent {
  id: string
  name: string
  /** Its page in the front end. */
  url: string
  /** What was repaired in the archive. */
  warnings: string[]
  /** By file of the archive, the new id of each record: `ids.sessions['12']`. */
  ids: Record<string, Record<string, string>>
}

interface ImportResult extends Omit<ImportedEvent, 'name' | 'ids'> {
  event_name: string
  id_map: ImportedEvent['ids']
}

export type ClientOptions = HttpOptions

class Client {
  readonly #http: Http

  /** `url` is the address of the service, such as `https://events.example.org`. */
  constructor(url: string, options: ClientOptions = {}) {
    this.#http = new Http(url, options)
    for (const [type, { path, isSingle }] of Object.entries(RESOURCES)) {
      const Records = isSingle ? Singleton : Collection
      const value = new Records(this.#http, type as Type)
      Object.defineProperty(this, toPlain(path.replace('/v1/', '')), { value, enumerable: true })
    }
  }

  /** Makes an account and logs in. */
  async signUp(account: CreateOf<'user'>, options: CallOptions = {}): Promise<RecordOf<'user'>> {
    const call = { body: toBody('user', account), anonymous: true }
    const user = await one<RecordOf<'user'>>(this.#http, 'POST', RESOURCES.user.path, options, call)
    await this.logIn(account, options)
    return user
  }

  /** The log-in lasts for a year, or until it is ended: its access tokens are renewed when they are needed. */
  async logIn({ email, password }: LogIn, options: CallOptions = {}): Promise<void> {
    const inBody = !this.#http.tokens.inCookie
    const body = { email, password, 'remember-me': true, 'include-in-response': inBody }
    type Answer = Routes['POST /v1/auth/login']['answer']
    const call = { ...options, body, anonymous: true }
    const answer = await this.#http.json<Answer>('POST', '/v1/auth/login', call)
    this.#http.tokens.keep({ access: answer.access_token, refresh: answer.refresh_token })
  }

  /** Takes up the log-in of the cookie; false when there is none. Only with the option `cookies`. */
  resume(): Promise<boolean> {
    return this.#http.tokens.renew(this.#http.tokens.access)
  }

  async logOut(options: CallOptions = {}): Promise<void> {
    await this.call('POST /v1/auth/logout', options)
    this.#http.tokens.keep(undefined)
  }

  /**
   * Writes several records in one transaction: all of them, or none. What the function returns comes back with the
   * records in the places of what it added and changed.
   */
  atomic<V>(write: (writes: AtomicWrites) => V, options: CallOptions = {}): Promise<Done<V>> {
    return atomic(this.#http, write, options)
  }

  /** The own account. */
  async me<const I extends IncludePath<'user'> = never, const F extends FieldsByType = AllFields>(
    query: SingleQuery<'user', I, F> = {},
  ): Promise<RecordOf<'user', I, F>> {
    const { signal, timeout } = query
    const { user_id } = await this.call('GET /v1/users/user-details/get-user-id', { signal, timeout })
    return new Collection(this.#http, 'user').get(String(user_id), query)
  }

  /** Copies everything that is kept about the person into a zip, and answers its address. */
  async copyPersonalData(user: Link, options: FollowOptions = {}): Promise<string> {
    const path = { id: idOf(user) }
    const { task_url } = await this.call('GET /v1/users/{id}/personal-data', { path, signal: options.signal })
    return (await this.followTask<{ download_url: string }>(task_url, options)).download_url
  }

  /** Erases the account and everything that is kept about the person, for good. Accounts without a password send none. */
  async eraseAccount(user: Link, currentPassword?: string, options: CallOptions = {}): Promise<void> {
    const meta = { erase: true, ...(currentPassword && { 'current-password': currentPassword }) }
    await this.#http.json('DELETE', `/v1/users/${idOf(user)}`, { ...options, body: { meta } })
  }

  /** Exports an event with the media that are named, and waits for the archive. */
  async exportEvent(
    event: Link,
    media: ExportMedia = {},
    options: FollowOptions = {},
  ): Promise<ExportedArchive> {
    const { task_url } = await this.call('POST /v1/events/{id}/export/json', {
      path: { id: idOf(event) },
      body: media,
      signal: options.signal,
    })
    const { download_url: url } = await this.followTask<{ download_url: string }>(task_url, options)
    const open = ({ signal }: CallOptions = {}) => this.#http.fetchElsewhere(url, signal)
    return {
      url,
      blob: async (call) => (await open(call)).blob(),
      stream: async (call) => (await open(call)).body!,
    }
  }

  /** Imports an archive and waits for the event. */
  async importEvent(archive: FileInput, options: FollowOptions = {}): Promise<ImportedEvent> {
    const body = await formOf(archive, 'event.zip')
    const { signal } = options
    const path = { source: 'json' }
    const { task_url } = await this.call('POST /v1/events/import/{source}', {
      path,
      body,
      signal,
      timeout: 0,
    })
    return this.#imported(task_url, options)
  }

  /** Copies an event as a draft of the caller, and waits for it. */
  async copyEvent(event: Link, options: FollowOptions = {}): Promise<ImportedEvent> {
    const { signal } = options
    const { task_url } = await this.call('POST /v1/events/{id}/copy', { path: { id: idOf(event) }, signal })
    return this.#imported(task_url, options)
  }

  async #imported(taskUrl: string, options: FollowOptions): Promise<ImportedEvent> {
    const result = await this.followTask<ImportResult>(taskUrl, options)
    const { id, event_name: name, url, warnings, id_map: ids } = result
    return { id, name, url, warnings, ids }
  }

  /** Waits for the end of a task, also of one that was started elsewhere, and answers its result. */
  followTask<R = unknown>(taskUrl: string, options: FollowOptions = {}): Promise<R> {
    return followTask<R>(this.#http, taskUrl, options)
  }

  /** Stores a file and answers its address. */
  uploadFile(file: FileInput, options: UploadOptions = {}): Promise<string> {
    return uploadFile(this.#http, file, options)
  }

  /** Stores a picture and answers its address. */
  uploadImage(file: FileInput, options: CallOptions = {}): Promise<string> {
    return uploadImage(this.#http, file, options)
  }

  /** A ticket-level discount code, if it is valid now. */
  checkDiscountCode(
    event: Link,
    code: string,
    options: CallOptions = {},
  ): Promise<ValidCode<'discount-code'>> {
    return findCode(this.#http, 'discount-code', event, code, options)
  }

  /** An access code, if it is valid now, with the hidden tickets that it shows. */
  checkAccessCode(event: Link, code: string, options: CallOptions = {}): Promise<ValidCode<'access-code'>> {
    return findCode(this.#http, 'access-code', event, code, options)
  }

  /** Takes uses of a discount code; deleting the redemption gives them back. */
  redeemDiscountCode(
    event: Link,
    code: string,
    redemption: Redemption,
    options: RedeemOptions = {},
  ): Promise<RecordOf<'discount-redemption'>> {
    return redeem(this.#http, event, code, redemption, options)
  }

  /** Any other route that speaks plain JSON, with its names as they are on the wire. */
  call<R extends keyof Routes>(
    route: R,
    ...[options]: object extends RouteCall<R> ? [RouteCall<R>?] : [RouteCall<R>]
  ): Promise<Routes[R]['answer']> {
    const { path = {}, ...call }: CallOptions & { path?: Record<string, string> } = options ?? {}
    const [method, pattern] = route.split(' ') as [string, string]
    const address = pattern.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(path[name]!))
    return this.#http.json(method, address, call)
  }
}

export type PlenumClient = Client & Collections

// The collections are made from the table of resources, which the type follows too.
export const PlenumClient = Client as new (url: string, options?: ClientOptions) => PlenumClient
