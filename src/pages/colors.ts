/**
 * The colours of tracks as a style sheet. The policy of the pages allows no styles in a page, so each colour is a class,
 * and the address of the sheet says which colours there are.
 */
import { NotFoundError } from '../errors.ts'

/** `336699-ffcc00.css` */
const NAME = /^([0-9a-f]{6}(?:-[0-9a-f]{6})*)\.css$/

export function colorSheet(name: string): string {
  const [, colors] = NAME.exec(name) ?? []
  if (!colors) throw new NotFoundError('The file was not found.')
  return [...new Set(colors.split('-'))]
    .map((color) => `.c-${color}{--track:#${color};--on-track:${textOn(color)}}`)
    .join('\n')
}

/** Black or white, whichever can be read better: one of them always has a contrast of 4.5 and more. */
function textOn(color: string): string {
  const luminance = luminanceOf(color)
  return 1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.05 ? '#fff' : '#000'
}

/** By the definition of WCAG 2. */
function luminanceOf(color: string): number {
  const [red, green, blue] = [0, 2, 4].map((place) => {
    const part = Number.parseInt(color.slice(place, place + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
