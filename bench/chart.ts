/** The figures that have a bar, as a drawing: how far each reaches towards its limit, and where its bar stands. */
import { type Figure, isMet, type Ran, ratioOf, rounded } from './report.ts'

const ROW = 26
const LABEL = 380
const WIDTH = 420
/** The bar of each figure stands at this part of the width. */
const BAR_AT = 0.6

export function toChart(ran: Ran): string {
  const figures = Object.values(ran)
    .flat()
    .filter(({ bar }) => bar)
  const height = figures.length * ROW + 50
  const rows = figures.map((figure, index) => toRow(figure, 40 + index * ROW))
  const bar = LABEL + WIDTH * BAR_AT
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LABEL + WIDTH + 130} ${height}" font-family="system-ui, sans-serif" font-size="13">
<title>Figures of the benchmark against their bars</title>
<style>text{fill:#333}.bar{stroke:#888;stroke-dasharray:3 3}.met{fill:#2a7f62}.short{fill:#c4503b}@media (prefers-color-scheme:dark){text{fill:#ddd}}</style>
<text x="10" y="20" font-weight="600">Figures against their bars (longer is better, the dashed line is the bar)</text>
<line class="bar" x1="${bar}" x2="${bar}" y1="32" y2="${height - 10}"/>
${rows.join('\n')}
</svg>
`
}

function toRow(figure: Figure, y: number): string {
  const reach = Math.min(1, reachOf(figure) * BAR_AT)
  const text =
    figure.limit === undefined ? `${rounded(figure.value)} ${figure.unit}` : ratioOf(figure)!.toFixed(2)
  const length = Math.max(2, reach * WIDTH)
  return `<text x="10" y="${y + 13}">${escaped(figure.name)}</text><rect class="${isMet(figure) ? 'met' : 'short'}" x="${LABEL}" y="${y}" width="${length.toFixed(1)}" height="17" rx="3"/><text x="${(LABEL + length + 8).toFixed(1)}" y="${y + 13}">${escaped(text)}</text>`
}

/** 1 at the bar, more beyond it. */
function reachOf(figure: Figure): number {
  const judged = ratioOf(figure) ?? figure.value
  const bar = figure.bar!
  return 'atLeast' in bar ? judged / bar.atLeast : bar.atMost / Math.max(judged, 1e-9)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
