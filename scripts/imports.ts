/** Which files a file loads. */
import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Types are gone when a file is loaded, and with them what is imported for them alone. */
const IMPORT = /^(?:import|export)\b(?!\s+type\b)[^'"]*?'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'\s*\)/gm

/** Whether one of the files loads the other one, by itself or by way of what it loads. */
export function loads(files: readonly string[], target: string): boolean {
  const seen = new Set(files)
  for (const file of seen) {
    if (file === target) return true
    for (const imported of importsOf(file)) seen.add(imported)
  }
  return false
}

function importsOf(file: string): string[] {
  // A path in a text may be taken for an import.
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return []
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, fixed, late]) =>
    join(dirname(file), (fixed ?? late)!),
  )
}
