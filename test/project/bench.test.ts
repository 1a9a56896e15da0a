import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { toChart } from '../../bench/chart.ts'
import { type Figure, lastLine, toTable } from '../../bench/report.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const LATEST = join(ROOT, 'bench', 'results', 'latest.json')

function bench(...words: string[]): Promise<{ code: number; out: string; errors: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['bench/run.ts', ...words], { cwd: ROOT }, (error, out, errors) =>
      resolve({ code: Number(error?.code ?? 0), out, errors }),
    )
  })
}

const FIGURES: Figure[] = [
  { name: 'fast enough', unit: 'requests/s', value: 1_640, limit: 2_000, bar: { atLeast: 0.8 } },
  { name: 'too slow', unit: 'requests/s', value: 100, limit: 400, bar: { atLeast: 0.6 } },
  { name: 'soon enough', unit: 'ms', value: 11.26, bar: { atMost: 50 } },
  { name: 'only told', unit: 'ms', value: 3.456, note: 'as it is' },
]

test('a figure stands beside its limit, their ratio and its bar', () => {
  assert.deepEqual(toTable({ part: FIGURES }).split('\n'), [
    '',
    'part',
    '  fast enough  1,640 requests/s  2,000  0.82  ≥ 0.8  met',
    '  too slow       100 requests/s    400  0.25  ≥ 0.6  SHORT',
    '  soon enough           11.3 ms                ≤ 50  met',
    '  only told             3.46 ms                      as it is',
  ])
  assert.equal(lastLine(FIGURES), '2 bars met, 1 short')
})

test('the chart shows the figures that have a bar', () => {
  const chart = toChart({ part: FIGURES })

  for (const name of ['fast enough', 'too slow', 'soon enough']) assert.ok(chart.includes(`>${name}<`))
  assert.ok(!chart.includes('only told'))
  assert.equal(chart.match(/class="met"/g)?.length, 2)
})

test('a part that does not exist is refused with those that do', async () => {
  assert.deepEqual(await bench('--only', 'dance'), {
    code: 2,
    out: '',
    errors:
      'There is no part dance. There are: requests, strangers, growth, archives, media, tasks, reads, images, pages, console, tables, automation, feeds, schedule.\n',
  })
})

test('one part runs on servers of its own and prints its table', async () => {
  const before = existsSync(LATEST) && readFileSync(LATEST, 'utf8')

  const { code, out, errors } = await bench('--only', 'images', '--quick')

  assert.deepEqual([code, errors], [0, 'images …\n'])
  assert.match(
    out,
    /^\nimages\n {2}variants of a picture of 2000 × 1500 .* pictures\/s .*\n\n0 bars met, 0 short\n$/,
  )
  assert.equal(existsSync(LATEST) && readFileSync(LATEST, 'utf8'), before)
})
