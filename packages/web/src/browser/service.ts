/** The service as islands call it: with the log-in of the cookie, in the language of the page. */
import { PlenumClient, type RecordOf } from '../../../client/src/plenum-client.ts'
import { chooseLanguage, wordsOf } from '../texts/catalogue.ts'
import { progressFetch } from './forms/progress-fetch.ts'
import { hasLogIn } from './log-in-cookie.ts'

// Scripts lie in `/assets/` of the service, wherever that is.
const here = import.meta.url
export const site = new URL('..', here).href.replace(/\/$/, '')

export const client = new PlenumClient(site, { cookies: true })

const { language, locale } = chooseLanguage(document.documentElement.lang)
export const words = wordsOf(language, locale)

/** A path of this site as browsers have to ask for it. */
export function link(path: string): string {
  return `${new URL(site).pathname.replace(/\/$/, '')}${path}`
}

export const token = new URLSearchParams(location.search).get('token') ?? ''

let resumed: Promise<boolean> | undefined

/** Takes up the log-in of the cookie, once for each page; false when there is none. */
export function resume(): Promise<boolean> {
  resumed ??= hasLogIn() ? client.resume() : Promise.resolve(false)
  return resumed
}

export type Account = RecordOf<'user'>

/** The own account; null when nobody is logged in. */
export async function readAccount(): Promise<Account | null> {
  return (await resume()) ? client.me() : null
}

export const ACCOUNT = { queryKey: ['account'], queryFn: readAccount } as const

/** Where to go after the log-in: only to a path of this site, so that no link to the log-in leads elsewhere. */
export function nextPath(): string | undefined {
  const next = new URLSearchParams(location.search).get('next') ?? ''
  if (!next.startsWith('/') || !URL.canParse(next, location.origin)) return undefined
  const { origin, pathname, search, hash } = new URL(next, location.origin)
  const isOwn = origin === location.origin && `${origin}${pathname}`.startsWith(`${site}/`)
  // A second slash would name another host.
  return isOwn ? `${pathname.replace(/^\/+/, '/')}${search}${hash}` : undefined
}

/** A page of the log-in that leads back to `next`. */
export function withNext(path: '/log-in' | '/sign-up', next = location.pathname + location.search): string {
  return `${link(path)}?${new URLSearchParams({ next })}`
}

export async function logOut(target: string): Promise<void> {
  await resume()
  await client.logOut()
  location.assign(target)
}

/** Stores a file and returns its address. Of pictures the service checks that they are some. */
export async function upload(
  file: File,
  isImage: boolean,
  onProgress: (share: number) => void,
): Promise<string> {
  const uploader = new PlenumClient(site, { cookies: true, fetch: progressFetch(onProgress) })
  await uploader.resume()
  return isImage ? uploader.uploadImage(file) : uploader.uploadFile(file)
}

/** Also forgets the cookies of the log-in that has ended with the account. */
export async function eraseAccount(id: string, password: string): Promise<void> {
  await client.eraseAccount(id, password)
  await client.logOut()
}

/** Needs a log-in with the password just now, ends all log-ins, and logs in anew. */
export async function changePassword(email: string, old: string, next: string): Promise<void> {
  const { access_token: token } = await client.call('POST /v1/auth/fresh-login', {
    body: { email, password: old },
  })
  await new PlenumClient(site, { token }).call('POST /v1/auth/change-password', {
    body: { data: { 'old-password': old, 'new-password': next } },
  })
  await client.logIn({ email, password: next })
}
