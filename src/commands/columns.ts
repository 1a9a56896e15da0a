/** Rows of text under headings, each column as wide as its widest cell. */
export function inColumns(headings: string[], rows: (string | number | null)[][]): string {
  const cells = [headings, ...rows.map((row) => row.map((cell) => oneLine(cell ?? '')))]
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** What people have typed in must not move the cursor or colour the screen. */
export function oneLine(value: string | number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return String(value).replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
}

/** `2026-05-01T09:00:00+00:00` in the form that people read. */
export function shortTime(time: string | null): string {
  return time === null ? '' : `${time.slice(0, 10)} ${time.slice(11, 16)}`
}
