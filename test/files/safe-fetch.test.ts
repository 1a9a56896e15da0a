import assert from 'node:assert/strict'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { hostname } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { mock, test } from 'node:test'
import { isPublicAddress, safeFetch } from '../../src/files/safe-fetch.ts'
import { startRemote } from '../../tools/remote.ts'

/** Nobody may ever come here. */
const inner = await startRemote((_request, response) => response.end('a secret'))
/** This one is allowed. */
const remote = await startRemote((_request, response) => response.end('a file'))
const port = new URL(inner.url).port
const options = { allow: [remote.host], maxBytes: 1_000_000 }

const fetched = async (url: string, more = {}) => buffer(await safeFetch(url, { ...options, ...more }))

async function refusal(url: string, more = {}): Promise<string> {
  try {
    await fetched(url, more)
  } catch (error) {
    assert.equal((error as Error).name, 'FetchError', String(error))
    return (error as Error).message
  }
  throw new Error(`${url} was fetched`)
}

test('an address is public or it is not', () => {
  const known = {
    public: [
      '1.1.1.1',
      '9.255.255.255',
      '11.0.0.0',
      '100.63.255.255',
      '100.128.0.0',
      '126.255.255.255',
      '128.0.0.0',
    ],
    alsoPublic: ['169.253.255.255', '172.15.255.255', '172.32.0.0', '192.167.255.255', '223.255.255.255'],
    public6: ['2606:4700:4700::1111', '2a00:1450:4001:80b::200e', '2001:4860:4860::8888', '2003::1'],
    private: ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
    loopback: ['127.0.0.1', '127.255.255.254', '0.0.0.0', '0.1.2.3'],
    linkLocal: ['169.254.0.1', '169.254.169.254'],
    carrier: ['100.64.0.1', '100.100.100.200', '100.127.255.255'],
    reserved: [
      '192.0.0.1',
      '192.0.2.1',
      '192.88.99.1',
      '198.18.0.1',
      '198.19.255.255',
      '198.51.100.1',
      '203.0.113.1',
    ],
    multicast: ['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
    loopback6: ['::', '::1', '0:0:0:0:0:0:0:1'],
    local6: ['fe80::1', 'fe80::1%eth0', 'fec0::1', 'fc00::1', 'fd12:3456::1', 'ff02::1', '100::1'],
    mapped: ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::127.0.0.1', '::ffff:0:127.0.0.1'],
    translated: ['64:ff9b::7f00:1', '64:ff9b:1::a00:1', '2002:7f00:1::', '2002:a00:1::1', '2001::7f00:1'],
    documentation6: ['2001:db8::1', '3fff::1', '2001:20::1', '5f00::1'],
    none: ['', 'localhost', '127.1', '1.1.1', '1.1.1.1.1', 'g::1'],
  }
  const found = Object.entries(known).flatMap(([name, list]) =>
    list.filter((one) => isPublicAddress(one) !== /public/i.test(name)),
  )

  assert.deepEqual(found, [])
})

test('no spelling of an inner address is connected to', async () => {
  const hosts = [
    ...[
      '127.0.0.1',
      '127.1',
      '127.0.1',
      '2130706433',
      '0x7f000001',
      '0x7f.1',
      '0177.0.0.1',
      '017700000001',
      '127.0.0.1.',
    ],
    ...[
      '0',
      '0.0.0.0',
      '[::]',
      '[::1]',
      '[0:0:0:0:0:0:0:1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
    ],
    ...[
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      '１２７.０.０.１',
      '①②⑦.⓪.⓪.①',
      '127。0。0。1',
      '127.0.0.1%2e',
    ],
    ...['localhost', 'LOCALHOST', 'localhost.', 'lOcAlHoSt', hostname()],
    ...['example.org@127.0.0.1', 'example.org:80@127.0.0.1', '%65xample.org@localhost'],
  ]
  for (const host of hosts)
    assert.match(
      await refusal(`http://${host}:${port}/a.png`),
      /is not a public address|cannot be reached/,
      host,
    )
  for (const url of [
    `http://127.0.0.1:${port}#@example.org/`,
    `http://127.0.0.1:${port}?@example.org/`,
    `http://127.0.0.1:${port}\\@example.org/`,
    `http:/\\127.0.0.1:${port}/`,
    `http:127.0.0.1:${port}`,
    `https://localhost:${port}/`,
    ` \thttp://local\nhost:${port}/`,
  ])
    assert.match(await refusal(url), /is not a public address/, url)
  assert.equal(inner.connections(), 0)
})

test('only http and https are fetched', async () => {
  for (const url of [
    'file:///etc/passwd',
    'ftp://example.org/a',
    'data:image/png;base64,AAAA',
    'gopher://example.org/',
    'javascript:1',
    'blob:http://example.org/1',
    'httpx://example.org',
    '//example.org/a',
    '/etc/passwd',
    'example.org',
    '',
  ])
    assert.equal(await refusal(url), 'Only http and https URLs can be fetched.', url)
})

test('a name that has an inner address, alone or beside others, is not connected to', async (t) => {
  const answers: Record<string, string[]> = {
    'inner.example': ['127.0.0.1'],
    'mixed.example': ['93.184.215.14', '127.0.0.1'],
    'mixed6.example': ['2606:4700:4700::1111', '::ffff:127.0.0.1'],
    'none.example': [],
  }
  const asked: string[] = []
  const lookup = (host: string, _options: object, done: (...args: unknown[]) => void) => {
    asked.push(host)
    done(
      null,
      answers[host]!.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  mock.method(dns, 'lookup', lookup as never)
  syncBuiltinESMExports()
  t.after(() => {
    mock.restoreAll()
    syncBuiltinESMExports()
  })

  for (const host of Object.keys(answers))
    assert.equal(await refusal(`http://${host}:${port}/`), `${host}:${port} is not a public address.`)

  // Asked once: what was checked is what would have been connected to.
  assert.deepEqual(asked, Object.keys(answers))
  assert.equal(inner.connections(), 0)
})

test('an allowed host is one host with one port', async () => {
  assert.equal((await fetched(`${remote.url}/a.png`)).toString(), 'a file')
  assert.equal(
    (await fetched(`${remote.url}/a.png`, { allow: [`LOCALHOST:1`, remote.host] })).toString(),
    'a file',
  )
  const byName = remote.url.replace('127.0.0.1', 'localhost')

  assert.match(await refusal(byName), /is not a public address/)
  assert.equal((await fetched(byName, { allow: [new URL(byName).host.toUpperCase()] })).toString(), 'a file')
  assert.match(
    await refusal(remote.url, { allow: ['127.0.0.1', `127.0.0.1:${port}`] }),
    /is not a public address/,
  )
  // A default port may be written or not.
  assert.match(await refusal('http://127.0.0.2/', { allow: ['127.0.0.2:80'] }), /cannot be reached/)
})

test('a redirect is followed as far as it may lead', async () => {
  const leadTo = (location: string, status = 302) => {
    remote.answer = (request, response) => {
      if (request.url === '/end') response.end('the end')
      else response.writeHead(status, { location }).end()
    }
  }

  for (const status of [301, 302, 303, 307, 308]) {
    leadTo('/end', status)
    assert.equal((await fetched(`${remote.url}/start`)).toString(), 'the end')
    for (const location of [
      inner.url,
      `//127.0.0.1:${port}/`,
      `http://localhost:${port}/`,
      `http://[::1]:${port}/`,
      `http://2130706433:${port}`,
    ]) {
      leadTo(location, status)
      assert.match(await refusal(`${remote.url}/start`), /is not a public address/, location)
    }
  }
  for (const location of ['file:///etc/passwd', 'ftp://example.org/', 'http://', 'http://[']) {
    leadTo(location)
    assert.equal(await refusal(`${remote.url}/start`), 'Only http and https URLs can be fetched.', location)
  }
  assert.equal(inner.connections(), 0)
})

test('five redirects are followed, and no more', async () => {
  remote.answer = (request, response) => {
    const left = Number(request.url!.slice(1))
    if (left === 0) response.end('arrived')
    else response.writeHead(302, { location: `/${left - 1}` }).end()
  }

  assert.equal((await fetched(`${remote.url}/5`)).toString(), 'arrived')
  assert.equal(await refusal(`${remote.url}/6`), 'Too many redirects.')
})
