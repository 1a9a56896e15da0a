/** Tables as spreadsheets read them. */
import assert from 'node:assert/strict'

/** Reads a table by the rules of RFC 4180: a record for each line, by the names of the first. */
export function recordsOf(text: string): Record<string, string>[] {
  assert.equal(text[0], '\uFEFF')
  const lines: string[][] = [[]]
  for (const [, cell, end] of text.slice(1).matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/g)) {
    const isQuoted = cell!.startsWith('"')
    lines.at(-1)!.push(isQuoted ? cell!.slice(1, -1).replaceAll('""', '"') : cell!)
    if (end === '\r\n') lines.push([])
  }
  assert.deepEqual(lines.pop(), [])
  const [names, ...rows] = lines as [string[], ...string[][]]
  return rows.map((row) => {
    assert.equal(row.length, names.length)
    return Object.fromEntries(names.map((name, place) => [name, row[place]!]))
  })
}
