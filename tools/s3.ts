/** An S3 server for a test file. TEST_S3=http://key:secret@host:port/bucket runs the tests against another one. */
import { readdir, rm, unlink } from 'node:fs/promises'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type ServerResponse,
} from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { after } from 'node:test'
import { ListMultipartUploadsCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3'
import { readConfig, type S3Config } from '../src/config.ts'
import { s3Storage } from '../src/files/s3-storage.ts'
import { filesIn, temporaryFolder } from '../test/support/folders.ts'

export interface TestS3 {
  /** What the administrator sets to use it. */
  env: Record<string, string>
  config: S3Config
  /** The bytes that have arrived. */
  received(): number
  /** Uploads in parts that were begun and neither finished nor given up. Some servers know them only by their key. */
  unfinished(key?: string): Promise<string[]>
  /** The keys of all objects, in order. */
  keys(): Promise<string[]>
  /** Answers a request instead of the server, when it returns true. */
  meddle: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined
}

interface Backend {
  env: Record<string, string>
  answer: RequestListener
  unfinished(config: S3Config, key?: string): Promise<string[]>
  keys(config: S3Config): Promise<string[]>
}

/** Starts one that ends with the test file. */
export async function startS3(): Promise<TestS3> {
  const s3 = await runS3(await temporaryFolder())
  after(() => s3.close())
  return s3
}

/** Starts one that keeps its files in the folder. */
export async function runS3(folder: string): Promise<TestS3 & { close(): void }> {
  const backend = process.env.TEST_S3 ? otherServer(new URL(process.env.TEST_S3)) : await ownServer(folder)
  const sockets = new Set<Socket>()
  let closed = 0
  const server = createServer((incoming, response) => {
    if (!s3.meddle?.(incoming, response)) backend.answer(incoming, response)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => {
      sockets.delete(socket)
      closed += socket.bytesRead
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const env = {
    STORAGE: 's3',
    S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    S3_FORCE_PATH_STYLE: 'true',
    ...backend.env,
  }
  const config = readConfig(env).storage.s3!
  const s3: TestS3 & { close(): void } = {
    env,
    config,
    received: () => [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, closed),
    unfinished: (key) => backend.unfinished(config, key),
    keys: () => backend.keys(config),
    meddle: undefined,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return s3
}

/** Shows these objects to everyone, as a bucket with a policy does, and returns the address. */
export function openToAll(s3: TestS3, keys: RegExp): string {
  const storage = s3Storage(s3.config)
  s3.meddle = ({ url = '' }, response) => {
    if (!url.startsWith('/open/')) return false
    const key = url.slice('/open/'.length)
    if (keys.test(key)) void storage.read(key).then((content) => content.pipe(response))
    else response.writeHead(403).end()
    return true
  }
  return `${s3.env.S3_ENDPOINT}/open`
}

async function ownServer(directory: string): Promise<Backend> {
  const S3rver = createRequire(import.meta.url)('s3rver')
  const server = new S3rver({ directory, silent: true, configureBuckets: [{ name: 'plenum' }] })
  await server.configureBuckets()
  keepFolders(server.store)
  const uploads = join(directory, 'plenum', '._S3rver_uploads')
  const answer = server.callback()
  return {
    env: { S3_BUCKET: 'plenum', S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' },
    answer(incoming, response) {
      // The two calls that s3rver does not know: listing uploads in parts, and giving one up.
      const prefix = /^GET .*\?(?=.*\buploads\b).*\bprefix=([^&]+)/.exec(
        `${incoming.method} ${incoming.url}`,
      )?.[1]
      if (prefix)
        return void listUploads(uploads, decodeURIComponent(prefix)).then((xml) => response.end(xml))
      const id = /^DELETE .*[?&]uploadId=(\w+)/.exec(`${incoming.method} ${incoming.url}`)?.[1]
      if (id)
        rm(join(uploads, id), { recursive: true, force: true }).then(() => response.writeHead(204).end())
      else answer(incoming, response)
    },
    unfinished: () => readdir(uploads).catch(() => []),
    // s3rver cannot list a bucket that holds what a killed client has sent half of, so its folder is read.
    async keys() {
      const files = await filesIn(join(directory, 'plenum'))
      const ending = '._S3rver_metadata.json'
      return files.filter((path) => path.endsWith(ending)).map((path) => path.slice(0, -ending.length))
    },
  }
}

interface FileStore {
  getResourcePath(bucket: string, key: string, resource: string): string
  deleteObject(bucket: string, key: string): Promise<void>
}

/**
 * s3rver removes the folder of a deleted object when nothing else is in it, also in the moment in which another
 * request has just made the folder for an object of its own, and then dies of the missing folder.
 */
function keepFolders(store: FileStore): void {
  store.deleteObject = async (bucket, key) => {
    for (const part of ['object', 'object.md5', 'metadata.json'])
      await unlink(store.getResourcePath(bucket, key, part)).catch((error) => {
        if (error.code !== 'ENOENT') throw error
      })
  }
}

async function listUploads(folder: string, key: string): Promise<string> {
  const ids = await readdir(folder).catch(() => [])
  const list = ids.map((id) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`)
  return `<ListMultipartUploadsResult>${list.join('')}</ListMultipartUploadsResult>`
}

function otherServer({ hostname, port, pathname, username, password }: URL): Backend {
  return {
    env: {
      S3_BUCKET: pathname.slice(1),
      S3_ACCESS_KEY_ID: decodeURIComponent(username),
      S3_SECRET_ACCESS_KEY: decodeURIComponent(password),
    },
    answer(incoming, response) {
      const { method, url: path, headers } = incoming
      const passed = request({ hostname, port, method, path, headers }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(response)
      })
      incoming.pipe(passed)
    },
    async unfinished(config, key) {
      const command = new ListMultipartUploadsCommand({ Bucket: config.bucket, ...(key && { Prefix: key }) })
      const { Uploads = [] } = await clientOf(config).send(command)
      return Uploads.map(({ Key }) => Key!)
    },
    async keys(config) {
      const keys: string[] = []
      const pages = paginateListObjectsV2({ client: clientOf(config) }, { Bucket: config.bucket })
      for await (const { Contents = [] } of pages) keys.push(...Contents.map(({ Key }) => Key!))
      return keys
    },
  }
}

function clientOf({ region, endpoint, credentials }: S3Config): S3Client {
  return new S3Client({ region, endpoint: endpoint!, credentials: credentials!, forcePathStyle: true })
}
