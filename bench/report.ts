/** What a benchmark finds: figures beside their limits, as a table, as JSON and as a chart. */
export interface Figure {
  name: string
  unit: string
  value: number
  /** The same measured for what cannot be done better, in the same run. */
  limit?: number
  /** How the value must stand to its limit; without a limit the value itself is judged. */
  bar?: { atLeast: number } | { atMost: number }
  note?: string
}

export type Ran = Record<string, Figure[]>

export function ratioOf({ value, limit }: Figure): number | undefined {
  return limit === undefined ? undefined : value / limit
}

/** Undefined for figures that are only told. */
export function isMet(figure: Figure): boolean | undefined {
  const { bar } = figure
  if (!bar) return undefined
  const judged = ratioOf(figure) ?? figure.value
  return 'atLeast' in bar ? judged >= bar.atLeast : judged <= bar.atMost
}

export function lastLine(figures: Figure[]): string {
  const met = figures.filter((figure) => isMet(figure) === true).length
  const short = figures.filter((figure) => isMet(figure) === false).length
  return `${met} bars met, ${short} short`
}

const COLUMNS = ['', 'figure', 'limit', 'ratio', 'bar', '']

export function toTable(ran: Ran): string {
  const rows = Object.entries(ran).flatMap(([section, figures]) => [[section], ...figures.map(toCells)])
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)))
  const line = (cells: string[]) =>
    cells
      .map((cell, column) =>
        column === 0 || column === 5 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
      )
      .join('  ')
      .trimEnd()
  return rows.map((cells) => (cells.length === 1 ? `\n${cells[0]}` : line(cells))).join('\n')
}

function toCells(figure: Figure): string[] {
  const { name, unit, value, limit, bar, note } = figure
  const ratio = ratioOf(figure)
  const met = isMet(figure)
  return [
    `  ${name}`,
    `${rounded(value)} ${unit}`,
    limit === undefined ? '' : rounded(limit),
    ratio === undefined ? '' : ratio.toFixed(2),
    bar ? ('atLeast' in bar ? `≥ ${bar.atLeast}` : `≤ ${bar.atMost}`) : '',
    [met === undefined ? '' : met ? 'met' : 'SHORT', note ?? ''].filter(Boolean).join(' · '),
  ]
}

export function rounded(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString('en', { maximumFractionDigits: digits })
}
