import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { type Config, ConfigError, readConfig } from '../../src/config.ts'

interface Variable {
  of(config: Config): unknown
  unset: unknown
  /** What is set, and what it is read as. */
  good: [string, unknown][]
  /** What is set, and how the line about it goes on after the name. */
  bad: [string, string][]
}

const GIB = 1024 ** 3

const VARIABLES: Record<string, Variable> = {
  HOST: { of: ({ host }) => host, unset: '127.0.0.1', good: [['0.0.0.0', '0.0.0.0']], bad: [] },
  PORT: {
    of: ({ port }) => port,
    unset: 8080,
    good: [
      ['80', 80],
      ['65535', 65_535],
    ],
    bad: ['65536', '-1', '8e3', 'http'].map((text) => [
      text,
      `must be a whole number from 0 to 65535, not "${text}".`,
    ]),
  },
  PUBLIC_URL: {
    of: ({ publicUrl }) => publicUrl,
    unset: 'http://127.0.0.1:8080',
    good: [
      ['https://events.example.org', 'https://events.example.org'],
      ['https://example.org/plenum/', 'https://example.org/plenum'],
    ],
    bad: ['example.org', 'ftp://example.org', 'https://example.org?a=b'].map((text) => [
      text,
      `must be an http or https address such as https://events.example.org, not "${text}".`,
    ]),
  },
  FRONTEND_URL: {
    of: ({ frontendUrl }) => frontendUrl,
    unset: 'http://127.0.0.1:8080',
    good: [['https://example.org/', 'https://example.org']],
    bad: [['nowhere', 'must be an http or https address such as https://events.example.org, not "nowhere".']],
  },
  CONSOLE: {
    of: ({ console }) => console,
    unset: true,
    good: [
      ['on', true],
      ['off', false],
    ],
    bad: [['no', 'must be one of on, off, not "no".']],
  },
  DATA_DIR: {
    of: ({ dataDir }) => dataDir,
    unset: resolve('data'),
    good: [
      ['/var/lib/plenum', '/var/lib/plenum'],
      ['elsewhere', resolve('elsewhere')],
    ],
    bad: [],
  },
  DATABASE_URL: {
    of: ({ databaseUrl }) => databaseUrl,
    unset: undefined,
    good: [
      ['postgres://a:b@db/plenum', 'postgres://a:b@db/plenum'],
      ['postgresql:///plenum?host=/run/postgresql', 'postgresql:///plenum?host=/run/postgresql'],
    ],
    bad: [
      ['mysql://a:b@db/plenum', 'must be an address such as postgresql://user:password@host:5432/database.'],
    ],
  },
  ADMIN_EMAIL: {
    of: ({ admin }) => admin.email,
    unset: 'admin@example.org',
    good: [['me@example.org', 'me@example.org']],
    bad: [['me', 'must be an e-mail address, not "me".']],
  },
  ADMIN_PASSWORD: {
    of: ({ admin }) => admin.password,
    unset: undefined,
    good: [['8 signs.', '8 signs.']],
    bad: [['7 signs', 'must be at least 8 characters long.']],
  },
  SECRET: {
    of: ({ secret }) => secret,
    unset: undefined,
    good: [['x'.repeat(32), 'x'.repeat(32)]],
    bad: [['x'.repeat(31), 'must be at least 32 characters long.']],
  },
  SECRET_OLD: {
    of: ({ oldSecrets }) => oldSecrets,
    unset: [],
    good: [['the last one, the one before', ['the last one', 'the one before']]],
    bad: [],
  },
  WORKERS: {
    of: ({ workers }) => workers,
    unset: 2,
    good: [
      ['0', 0],
      ['64', 64],
    ],
    bad: [['65', 'must be a whole number from 0 to 64, not "65".']],
  },
  TASK_MEMORY: {
    of: ({ taskMemory }) => taskMemory,
    unset: 512 * 1024 ** 2,
    good: [['1GiB', GIB]],
    bad: [['63MiB', 'must be at least 64MiB.']],
  },
  STORAGE: {
    of: ({ storage }) => storage.kind,
    unset: 'local',
    good: [['local', 'local']],
    bad: [['tape', 'must be one of local, s3, not "tape".']],
  },
  FETCH_ALLOW: {
    of: ({ fetchAllow }) => fetchAllow,
    unset: [],
    good: [['media.local:9000, files.local', ['media.local:9000', 'files.local']]],
    bad: [],
  },
  WEBHOOK_HTTP: {
    of: ({ webhookHttp }) => webhookHttp,
    unset: false,
    good: [['true', true]],
    bad: [['maybe', 'must be one of true, false, not "maybe".']],
  },
  MAIL_URL: {
    of: ({ mailUrl }) => mailUrl,
    unset: undefined,
    good: [
      ['smtp://a:b@mail:587', 'smtp://a:b@mail:587'],
      ['smtps://mail', 'smtps://mail'],
    ],
    bad: [['mail.example.org', 'must be an address such as smtp://user:password@host:587.']],
  },
  MAIL_FROM: {
    of: ({ mailFrom }) => mailFrom,
    unset: 'Plenum <plenum@localhost>',
    good: [['Events <events@example.org>', 'Events <events@example.org>']],
    bad: [],
  },
  MAX_UPLOAD: {
    of: ({ maxUpload }) => maxUpload,
    unset: 4 * GIB,
    good: [
      ['1000', 1000],
      ['500MB', 500_000_000],
      ['2 gib', 2 * GIB],
    ],
    bad: [['lots', 'must be a size such as 500MB or 4GiB, not "lots".']],
  },
  QUOTA_USER: {
    of: ({ quotas }) => quotas.user,
    unset: undefined,
    good: [['2GB', 2_000_000_000]],
    bad: [['much', 'must be a size such as 500MB or 4GiB, not "much".']],
  },
  QUOTA_EVENT: {
    of: ({ quotas }) => quotas.event,
    unset: undefined,
    good: [['1GiB', GIB]],
    bad: [['much', 'must be a size such as 500MB or 4GiB, not "much".']],
  },
  EXPORT_DAYS: {
    of: ({ exportDays }) => exportDays,
    unset: 7,
    good: [['3650', 3650]],
    bad: [['0', 'must be a whole number from 1 to 3650, not "0".']],
  },
  AUDIT_DAYS: {
    of: ({ auditDays }) => auditDays,
    unset: 400,
    good: [['30', 30]],
    bad: [['0', 'must be a whole number from 1 to 36500, not "0".']],
  },
  CACHE_MB: {
    of: ({ cacheBytes }) => cacheBytes,
    unset: 64 * 1024 ** 2,
    good: [
      ['1', 1024 ** 2],
      ['0', 0],
    ],
    bad: [['70000', 'must be a whole number from 0 to 65536, not "70000".']],
  },
  RATE_LIMIT: {
    of: ({ rateLimit }) => rateLimit,
    unset: 3_000,
    good: [
      ['600', 600],
      ['0', 0],
    ],
    bad: [['-1', 'must be a whole number from 0 to 1000000, not "-1".']],
  },
  RATE_LIMIT_EXEMPT: {
    of: ({ rateLimitExempt }) => rateLimitExempt,
    unset: ['private'],
    good: [
      ['none', ['none']],
      [
        'loopback, 192.0.2.1,10.1.0.0/16, 2001:db8::/32',
        ['loopback', '192.0.2.1', '10.1.0.0/16', '2001:db8::/32'],
      ],
    ],
    bad: ['10.1.0.0/33', '::1/129', 'localhost', '10.1.0.0/'].map((value) => [
      value,
      `must be none, loopback, private, or addresses and networks such as 192.0.2.1, 10.1.0.0/16, not "${value}".`,
    ]),
  },
  DRAIN_SECONDS: {
    of: ({ drainSeconds }) => drainSeconds,
    unset: 0,
    good: [['60', 60]],
    bad: [['61', 'must be a whole number from 0 to 60, not "61".']],
  },
  METRICS_TOKEN: {
    of: ({ metricsToken }) => metricsToken,
    unset: undefined,
    good: [['0123456789abcdef', '0123456789abcdef']],
    bad: [['short', 'must be at least 16 characters long.']],
  },
  TRUST_PROXY: {
    of: ({ trustProxy }) => trustProxy,
    unset: 0,
    good: [['2', 2]],
    bad: [['true', 'must be a whole number from 0 to 100, not "true".']],
  },
  CORS_ORIGINS: {
    of: ({ corsOrigins }) => corsOrigins,
    unset: '*',
    good: [
      ['*', '*'],
      ['https://a.example, http://b.example:8080', ['https://a.example', 'http://b.example:8080']],
    ],
    bad: [
      [
        'https://a.example,https://b.example/',
        'must be * or a list of origins such as https://events.example.org, not "https://b.example/".',
      ],
    ],
  },
  LOG_LEVEL: {
    of: ({ logLevel }) => logLevel,
    unset: 'info',
    good: [['silent', 'silent']],
    bad: [['loud', 'must be one of fatal, error, warn, info, debug, trace, silent, not "loud".']],
  },
  LOG_FORMAT: {
    of: ({ logFormat }) => logFormat,
    unset: 'auto',
    good: [
      ['text', 'text'],
      ['json', 'json'],
    ],
    bad: [['xml', 'must be one of auto, text, json, not "xml".']],
  },
}

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    const [heading, ...problems] = error.message.split('\n')
    assert.equal(heading, 'The configuration is not valid:')
    return problems.map((problem) => problem.trim())
  }
}

for (const [name, { of, unset, good, bad }] of Object.entries(VARIABLES)) {
  test(`${name} has a default, and an empty value counts as not set`, () => {
    assert.deepEqual(of(readConfig({})), unset)
    assert.deepEqual(of(readConfig({ [name]: ' ' })), unset)
  })

  test(`${name} is read`, () => {
    for (const [text, value] of good) assert.deepEqual(of(readConfig({ [name]: ` ${text} ` })), value)
  })

  for (const [text, rest] of bad)
    test(`${name}=${text} stops the start and says what is allowed`, () => {
      assert.deepEqual(problemsOf({ [name]: text }), [`${name} ${rest}`])
    })
}

const S3 = {
  S3_BUCKET: 'plenum',
  S3_REGION: 'eu-central-1',
  S3_ENDPOINT: 'https://s3.example.org/',
  S3_ACCESS_KEY_ID: 'me',
  S3_SECRET_ACCESS_KEY: 'hush',
  S3_FORCE_PATH_STYLE: 'true',
  S3_PUBLIC_URL: 'https://files.example.org',
}

test('a bucket is described by variables of its own, which count once S3_BUCKET is set', () => {
  assert.deepEqual(readConfig({ ...S3, STORAGE: 's3' }).storage, {
    kind: 's3',
    s3: {
      bucket: 'plenum',
      region: 'eu-central-1',
      endpoint: 'https://s3.example.org',
      credentials: { accessKeyId: 'me', secretAccessKey: 'hush' },
      forcePathStyle: true,
      publicUrl: 'https://files.example.org',
    },
  })
  assert.deepEqual(readConfig({ S3_BUCKET: 'plenum' }).storage, {
    kind: 'local',
    s3: {
      bucket: 'plenum',
      region: 'us-east-1',
      endpoint: undefined,
      credentials: undefined,
      forcePathStyle: false,
      publicUrl: undefined,
    },
  })
  assert.deepEqual(readConfig({ ...S3, S3_BUCKET: '' }).storage, { kind: 'local', s3: undefined })
})

const POOL = {
  DATABASE_URL: 'postgresql://me@pool:6432/plenum',
  DATABASE_DIRECT_URL: 'postgresql://me@db:5432/plenum',
}

test('with the address of the server itself, the address of the database is one of a pool', () => {
  const urlsOf = (env: Record<string, string>) => {
    const { databaseUrl, databasePoolUrl } = readConfig(env)
    return { databaseUrl, databasePoolUrl }
  }
  const { DATABASE_URL, DATABASE_DIRECT_URL } = POOL

  assert.deepEqual(urlsOf(POOL), { databaseUrl: DATABASE_DIRECT_URL, databasePoolUrl: DATABASE_URL })
  assert.deepEqual(urlsOf({ DATABASE_URL }), { databaseUrl: DATABASE_URL, databasePoolUrl: undefined })
  assert.deepEqual(problemsOf({ DATABASE_DIRECT_URL }), [
    'DATABASE_DIRECT_URL must be set together with DATABASE_URL.',
  ])
})

const PAYMENT = {
  PAYMENT_TOKEN_URL: 'https://pay.example.org/token/',
  PAYMENT_REVOKE_URL: 'https://pay.example.org/revoke',
  PAYMENT_CLIENT_ID: 'me',
  PAYMENT_CLIENT_SECRET: 'hush',
}

test('a payment provider is described by variables of its own, all of them but for the revocation', () => {
  const payment = { tokenUrl: 'https://pay.example.org/token', clientId: 'me', clientSecret: 'hush' }
  const together = 'PAYMENT_TOKEN_URL must be set together with PAYMENT_CLIENT_ID and PAYMENT_CLIENT_SECRET.'

  assert.deepEqual(readConfig(PAYMENT).payment, { ...payment, revokeUrl: 'https://pay.example.org/revoke' })
  assert.deepEqual(readConfig({ ...PAYMENT, PAYMENT_REVOKE_URL: '' }).payment, {
    ...payment,
    revokeUrl: undefined,
  })
  assert.equal(readConfig({}).payment, undefined)
  for (const name of ['PAYMENT_TOKEN_URL', 'PAYMENT_CLIENT_ID', 'PAYMENT_CLIENT_SECRET'])
    assert.deepEqual(problemsOf({ ...PAYMENT, [name]: '' }), [together])
  assert.deepEqual(problemsOf({ ...PAYMENT, PAYMENT_TOKEN_URL: 'pay' }), [
    'PAYMENT_TOKEN_URL must be an http or https address such as https://events.example.org, not "pay".',
  ])
})

const OIDC = {
  OIDC_ISSUER: 'https://id.example.org/realms/events/',
  OIDC_CLIENT_ID: 'me',
  OIDC_CLIENT_SECRET: 'hush',
  OIDC_NAME: 'Example ID',
}

test('a provider of log-ins is described by variables of its own, and its issuer is kept as it is spelled', () => {
  const oidc = { issuer: OIDC.OIDC_ISSUER, clientId: 'me', clientSecret: 'hush', name: 'Example ID' }
  const together = 'OIDC_ISSUER must be set together with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.'

  assert.deepEqual(readConfig(OIDC).oidc, oidc)
  assert.deepEqual(readConfig({ ...OIDC, OIDC_NAME: '' }).oidc, { ...oidc, name: 'OpenID Connect' })
  assert.equal(readConfig({}).oidc, undefined)
  for (const name of ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'])
    assert.deepEqual(problemsOf({ ...OIDC, [name]: '' }), [together])
  assert.deepEqual(problemsOf({ ...OIDC, OIDC_ISSUER: 'id' }), [
    'OIDC_ISSUER must be an http or https address such as https://events.example.org, not "id".',
  ])
})

const TRACES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://elsewhere:4318',
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.org/in',
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_SERVICE_NAME: 'events',
  OTEL_TRACES_EXPORTER: 'otlp',
  OTEL_TRACES_SAMPLER: 'traceidratio',
  OTEL_TRACES_SAMPLER_ARG: '.25',
  OTEL_SDK_DISABLED: 'false',
}

test('traces are made when an endpoint or the exporter is named, and not otherwise', () => {
  const usual = {
    url: 'http://collector:4318/v1/traces',
    protocol: 'http/protobuf',
    serviceName: 'plenum',
    sampler: 'parentbased_always_on',
    ratio: 1,
  }
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }

  assert.equal(readConfig({}).traces, undefined)
  assert.deepEqual(readConfig(endpoint).traces, usual)
  assert.deepEqual(readConfig({ OTEL_TRACES_EXPORTER: 'otlp' }).traces, {
    ...usual,
    url: 'http://localhost:4318/v1/traces',
  })
  assert.deepEqual(readConfig(TRACES).traces, {
    url: 'https://traces.example.org/in',
    protocol: 'http/json',
    serviceName: 'events',
    sampler: 'traceidratio',
    ratio: 0.25,
  })
  for (const off of [{ OTEL_SDK_DISABLED: 'true' }, { OTEL_TRACES_EXPORTER: 'none' }])
    assert.equal(readConfig({ ...endpoint, ...off }).traces, undefined)
  assert.deepEqual(problemsOf({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_TRACES_SAMPLER_ARG: '2' }), [
    'OTEL_EXPORTER_OTLP_PROTOCOL must be one of http/protobuf, http/json, not "grpc".',
    'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "2".',
  ])
})

test('a bucket that is not described well stops the start', () => {
  const address = 'must be an http or https address such as https://events.example.org, not "files".'
  assert.deepEqual(problemsOf({ STORAGE: 's3' }), [
    'S3_BUCKET must be the name of a bucket when STORAGE is s3.',
  ])
  assert.deepEqual(
    problemsOf({
      ...S3,
      S3_SECRET_ACCESS_KEY: '',
      S3_ENDPOINT: 'files',
      S3_FORCE_PATH_STYLE: 'yes',
      S3_PUBLIC_URL: 'files',
    }),
    [
      'S3_ACCESS_KEY_ID must be set together with S3_SECRET_ACCESS_KEY.',
      `S3_ENDPOINT ${address}`,
      'S3_FORCE_PATH_STYLE must be one of true, false, not "yes".',
      `S3_PUBLIC_URL ${address}`,
    ],
  )
})

test('the own address follows from where the service listens, and the front end from the own address', () => {
  const urlOf = (env: Record<string, string>) => readConfig(env).publicUrl

  assert.equal(urlOf({ HOST: '0.0.0.0', PORT: '80' }), 'http://localhost:80')
  assert.equal(urlOf({ HOST: '::' }), 'http://localhost:8080')
  assert.equal(urlOf({ HOST: '::1' }), 'http://[::1]:8080')
  assert.equal(readConfig({ PUBLIC_URL: 'https://a.example/' }).frontendUrl, 'https://a.example')
})

test('all problems are told at once, and no password with them', () => {
  const problems = problemsOf({
    PORT: 'x',
    DATABASE_URL: 'mysql://me:hush@db',
    MAIL_URL: 'me:hush@mail',
    ADMIN_PASSWORD: 'hush',
    SECRET: 'hush',
    LOG_LEVEL: 'x',
  })

  assert.deepEqual(
    problems.map((problem) => problem.split(' ')[0]),
    ['PORT', 'DATABASE_URL', 'ADMIN_PASSWORD', 'SECRET', 'MAIL_URL', 'LOG_LEVEL'],
  )
  assert.equal(
    problems.some((problem) => problem.includes('hush')),
    false,
  )
})

test('the configuration cannot be changed', () => {
  assert.ok(Object.isFrozen(readConfig({})))
})

test('every variable that is read is tested here, and docs/configuration.md lists it', async () => {
  const read = new Set<string>()
  const env = new Proxy(
    { ...S3, ...POOL, ...PAYMENT, ...OIDC },
    {
      get(variables, name) {
        read.add(String(name))
        return Reflect.get(variables, name)
      },
    },
  )
  readConfig(env)
  const page = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'configuration.md'), 'utf8')
  const listed = [...page.matchAll(/^\| `([A-Z_0-9]+)` \|/gm)].map(([, name]) => name)

  assert.deepEqual(
    [
      ...new Set([VARIABLES, S3, POOL, PAYMENT, OIDC, TRACES].flatMap((variables) => Object.keys(variables))),
    ].sort(),
    [...read].sort(),
  )
  assert.deepEqual(listed.sort(), [...read].sort())
})
