/** Dockerfile, compose.yaml and the manifest for Kubernetes, held against the program that they start. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parseAllDocuments } from 'yaml'
import { COMMANDS } from '../../src/commands/all.ts'
import { readConfig } from '../../src/config.ts'
import { COMPOSITION, plannedProcesses } from '../../tools/composition.ts'
import { temporaryFolder } from '../support/folders.ts'
import { type Json, startTestService } from '../support/service.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const manifest: Json[] = parseAllDocuments(textOf('deploy/kubernetes.yaml')).map((one) => {
  assert.deepEqual(one.errors, [])
  return one.toJS()
})
const ofKind = (kind: string) => manifest.filter((one) => one.kind === kind)
const one = (kind: string) => ofKind(kind)[0]
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
const isCommand = (words: string[]) => COMMANDS.some(({ name }) => name === words[0])

/** Variables that the program does not know, and complaints about the values of those that it knows. */
function faultsOf(env: Record<string, string>): string[] {
  const known = new Set<string>()
  const reading = new Proxy(env, {
    get: (variables, name) => {
      known.add(String(name))
      return Reflect.get(variables, name)
    },
  })
  try {
    readConfig(reading)
  } catch (error) {
    return [(error as Error).message]
  }
  return Object.keys(env).filter((name) => !known.has(name))
}

describe('compose.yaml', () => {
  it('has two API processes and two workers, a proxy, a database and an S3 server', () => {
    assert.deepEqual(Object.keys(COMPOSITION.services), ['api', 'worker', 'proxy', 'postgres', 's3'])
    assert.deepEqual(
      plannedProcesses().map(({ name, words, env }) => [name, words, env.WORKERS]),
      [
        ['api-1', ['serve'], '0'],
        ['api-2', ['serve'], '0'],
        ['worker-1', ['worker'], '2'],
        ['worker-2', ['worker'], '2'],
      ],
    )
  })

  it('sets only variables that there are, to values that are allowed, once what is asked for is set', () => {
    const asked = { SECRET: 'x'.repeat(32), S3_SECRET_ACCESS_KEY: 'hush' }

    for (const { env } of plannedProcesses()) assert.deepEqual(faultsOf({ ...env, ...asked }), [])
  })

  it('pins every image to a version, and mounts only what is there', () => {
    for (const { image, volumes = [] } of Object.values<Json>(COMPOSITION.services)) {
      assert.match(image, /^[\w./-]+:v?\d+\.\d+(\.\d+)?(-\w+)?$/)
      for (const volume of volumes.filter((name: string) => name.startsWith('./')))
        assert.ok(existsSync(join(ROOT, volume.split(':')[0])), volume)
    }
  })

  it('has a proxy that asks each API process whether it is ready', () => {
    const proxy = textOf('deploy/haproxy.cfg')
    const { PORT, TRUST_PROXY } = plannedProcesses()[0]!.env

    assert.match(proxy, new RegExp(`server-template \\S+ \\S+ api:${PORT}$`, 'm'))
    assert.match(proxy, /option httpchk GET \/readyz/)
    assert.deepEqual([TRUST_PROXY, /option forwardfor/.test(proxy)], ['1', true])
  })
})

describe('the Dockerfile', () => {
  const lines = textOf('Dockerfile').split('\n')
  const after = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1))

  it('uses the version of Node that the project uses', () => {
    const { dependencies } = JSON.parse(textOf('package.json'))
    const images = after('FROM').map((text) => text.split(' ')[0])

    assert.deepEqual(images, Array(3).fill(`node:${dependencies.node}-bookworm-slim`))
  })

  it('copies what is there and what .dockerignore lets through', () => {
    const copied = after('COPY')
      .filter((text) => !text.startsWith('--from'))
      .flatMap((text) => text.split(' ').slice(0, -1))
    const passed = textOf('.dockerignore')
      .split('\n')
      .flatMap((line) => (line.startsWith('!') ? line.slice(1) : []))

    for (const file of copied) assert.ok(existsSync(join(ROOT, file)), file)
    assert.deepEqual([...new Set(copied)].sort(), passed.sort())
  })

  it('has every package that the program imports, though it leaves those of development out', () => {
    const { dependencies } = JSON.parse(textOf('package.json'))
    const imported = globSync('src/**/*.ts', { cwd: ROOT }).flatMap((file) =>
      [...textOf(file).matchAll(/(?<!\.)\b(?:from|import)\s*\(?\s*'((?:@[\w.-]+\/)?[\w-][\w.-]*)/g)].map(
        ([, name]) => name!,
      ),
    )

    const missing = imported.filter((name) => name !== 'node' && !(name in dependencies))
    assert.deepEqual([...new Set(missing)], [])
    assert.ok(imported.includes('fastify') && imported.includes('@node-rs/argon2'))
  })

  it('runs the program without rights, and asks it for its health', () => {
    assert.deepEqual(after('USER'), ['1000:1000'])
    assert.deepEqual(JSON.parse(after('ENTRYPOINT')[0]!), ['bin/plenum'])
    const [, test] = /CMD (\[.*\])/.exec(after('HEALTHCHECK')[0]!)!
    for (const words of [JSON.parse(test!).slice(1), JSON.parse(after('CMD')[0]!)])
      assert.ok(isCommand(words), words[0])
  })
})

describe('the manifest for Kubernetes', async () => {
  const service = await startTestService()
  const workloads = ofKind('Deployment').map(({ metadata, spec }) => {
    const [container] = spec.template.spec.containers
    const own = Object.fromEntries((container.env ?? []).map(({ name, value }: Json) => [name, value]))
    const env = { ...one('ConfigMap').data, ...one('Secret').stringData, ...own }
    return { name: metadata.name, spec, pod: spec.template.spec, container, env }
  })

  it('starts commands that there are, with variables that there are and values that are allowed', () => {
    assert.deepEqual(
      workloads.map(({ name, container }) => [name, container.args]),
      [
        ['plenum-api', ['serve']],
        ['plenum-worker', ['worker']],
      ],
    )
    for (const { container, env } of workloads) {
      assert.ok(isCommand(container.args))
      assert.deepEqual(faultsOf(env), [])
    }
  })

  it('sets the same variables as compose.yaml, apart from addresses and secrets that differ', () => {
    const [api] = workloads
    const planned = plannedProcesses()[0]!.env
    const same = ['HOST', 'PORT', 'WORKERS', 'TRUST_PROXY', 'STORAGE', 'S3_BUCKET']

    for (const name of same) assert.deepEqual([name, api!.env[name]], [name, planned[name]])
  })

  it('probes routes that are served, at the port where the service listens', () => {
    const [{ container, env }] = workloads as [(typeof workloads)[0]]
    const served = service.routes.map(({ method, url }) => `${method} ${url}`)

    assert.equal(String(container.ports[0].containerPort), env.PORT)
    for (const probe of [container.startupProbe, container.readinessProbe, container.livenessProbe]) {
      assert.ok(served.includes(`GET ${probe.httpGet.path}`))
      assert.equal(probe.httpGet.port, container.ports[0].name)
    }
    assert.equal(one('Service').spec.ports[0].targetPort, container.ports[0].name)
  })

  it('selects what it starts', () => {
    const labels = workloads.map(({ spec }) => spec.template.metadata.labels)

    assert.deepEqual(
      workloads.map(({ spec }) => spec.selector.matchLabels),
      labels,
    )
    assert.deepEqual(
      ofKind('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels),
      labels,
    )
    assert.deepEqual(one('Service').spec.selector, labels[0])
    assert.equal(one('HorizontalPodAutoscaler').spec.scaleTargetRef.name, workloads[0]!.name)
    const [path] = one('Ingress').spec.rules[0].http.paths
    assert.equal(path.backend.service.name, one('Service').metadata.name)
  })

  it('gives no rights, and enough time to stop', () => {
    for (const { pod, container, env } of workloads) {
      assert.deepEqual([pod.securityContext.runAsNonRoot, pod.securityContext.runAsUser], [true, 1000])
      assert.deepEqual(container.securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      assert.ok(pod.terminationGracePeriodSeconds >= Number(env.DRAIN_SECONDS ?? 0) + 10)
    }
  })
})

describe('the unit for systemd', () => {
  const unit = textOf('deploy/plenum.service')
  const settings = new Map(
    [...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!] as const),
  )

  it('starts the service under an account of its own, with data that only it can read', () => {
    const [program, ...words] = settings.get('ExecStart')!.split(' ')

    assert.equal(program, `${settings.get('WorkingDirectory')}/bin/plenum`)
    assert.ok(isCommand(words))
    assert.deepEqual([settings.get('User'), settings.get('UMask')], ['plenum', '0077'])
    assert.equal(settings.get('Environment'), `DATA_DIR=/var/lib/${settings.get('StateDirectory')}`)
    assert.deepEqual([settings.get('StateDirectoryMode'), settings.get('Restart')], ['0700', 'on-failure'])
  })

  it('is one that systemd understands', { skip: !hasSystemd && 'systemd-analyze is not here' }, async () => {
    const file = join(await temporaryFolder(), 'plenum.service')
    // The program lies elsewhere here, and the account is not there.
    const local = unit.replaceAll('/opt/plenum', ROOT).replace(/^(User|Group)=.*$/gm, '')
    writeFileSync(file, local)

    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })

    assert.deepEqual(
      stderr.split('\n').filter((line) => line.includes('plenum.service')),
      [],
    )
  })
})
