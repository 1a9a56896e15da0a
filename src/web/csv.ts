/** Comma-separated values as RFC 4180 has them, so that a spreadsheet shows what was meant and runs nothing. */

export type Cell = string | number | boolean | null

/** Without this mark spreadsheets take UTF-8 for the character set of their machine. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** What a spreadsheet would take for the start of a formula, also in the full width of East Asian keyboards. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

function cellText(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A value as a row has it. */
export function toCell(value: unknown): Cell {
  if (value == null) return null
  return typeof value === 'object' ? JSON.stringify(value) : (value as Cell)
}
