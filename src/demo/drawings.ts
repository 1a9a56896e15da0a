/** Pictures for the demo conference, drawn from a name: the same name always gives the same picture. */
import { createHash } from 'node:crypto'

/** Numbers from 0 to below 1 that follow from the name. */
function chanceOf(name: string): () => number {
  const bytes = createHash('sha256').update(name).digest()
  let at = 0
  return () => bytes[at++ % bytes.length]! / 256
}

const SKINS = ['#f4d3b5', '#e3b28a', '#c58c5f', '#9c6644', '#7a4a2b', '#573118']
const HAIRS = ['#2b1d14', '#4a2f1b', '#7b4b23', '#b8752f', '#d9b26a', '#8c8c8c', '#1f2a44']
const pick = <T>(list: readonly T[], chance: number): T => list[Math.floor(chance * list.length)]!

export function avatar(name: string): string {
  const chance = chanceOf(name)
  const hue = Math.floor(chance() * 360)
  const skin = pick(SKINS, chance())
  const hair = pick(HAIRS, chance())
  const shirt = `hsl(${(hue + 150) % 360} 45% 42%)`
  const smile = 232 + Math.floor(chance() * 16)
  const top = pick(HAIR_SHAPES, chance())
  const glasses = chance() < 0.35 ? GLASSES : ''
  return svg(
    400,
    400,
    `<rect width="400" height="400" fill="hsl(${hue} 55% 82%)"/>
    <circle cx="${60 + chance() * 280}" cy="${40 + chance() * 80}" r="${60 + chance() * 60}" fill="hsl(${hue} 55% 74%)"/>
    <path d="M70 400 C70 310 140 285 200 285 C260 285 330 310 330 400 Z" fill="${shirt}"/>
    <rect x="172" y="240" width="56" height="64" rx="24" fill="${skin}"/>
    <ellipse cx="200" cy="190" rx="80" ry="90" fill="${skin}"/>
    <g fill="${hair}">${top}</g>
    <g fill="#222"><circle cx="168" cy="188" r="8"/><circle cx="232" cy="188" r="8"/></g>
    ${glasses}
    <path d="M170 226 Q200 ${smile + 16} 230 226" fill="none" stroke="#222" stroke-width="5" stroke-linecap="round"/>`,
  )
}

const HAIR_SHAPES = [
  '<path d="M112 190 C100 60 300 60 288 190 C280 130 240 120 200 120 C160 120 120 130 112 190 Z"/>',
  '<path d="M110 280 C80 50 320 50 290 280 L268 280 C282 180 262 128 200 128 C138 128 118 180 132 280 Z"/>',
  '<path d="M118 150 C130 70 270 70 282 150 C250 112 150 112 118 150 Z"/>',
  '<circle cx="200" cy="78" r="34"/><path d="M116 170 C116 80 284 80 284 170 C262 126 138 126 116 170 Z"/>',
  '<g><circle cx="130" cy="130" r="40"/><circle cx="168" cy="96" r="42"/><circle cx="232" cy="96" r="42"/><circle cx="270" cy="130" r="40"/></g>',
]
const GLASSES =
  '<g fill="none" stroke="#222" stroke-width="5"><circle cx="168" cy="188" r="24"/><circle cx="232" cy="188" r="24"/><path d="M192 188 H208"/></g>'

/** A mark without letters, because a machine may have no fonts. */
export function logo(name: string): string {
  const chance = chanceOf(name)
  const hue = Math.floor(chance() * 360)
  const turn = Math.floor(chance() * 180)
  const count = 3 + Math.floor(chance() * 4)
  const isRound = chance() < 0.5
  const petals = Array.from({ length: count }, (_, place) => {
    const angle = turn + (place * 360) / count
    const shape = isRound
      ? '<ellipse cx="300" cy="92" rx="30" ry="62"/>'
      : '<path d="M300 30 L340 140 L260 140 Z"/>'
    return `<g transform="rotate(${angle} 300 150)" fill="hsl(${(hue + place * 18) % 360} 60% 45%)" opacity="0.85">${shape}</g>`
  })
  return svg(600, 300, `<rect width="600" height="300" fill="#ffffff"/>${petals.join('')}`)
}

/** A lighthouse at dusk. */
export function scene(): string {
  return svg(
    1600,
    640,
    `<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#1b2a49"/><stop offset="1" stop-color="#f29e4c"/></linearGradient></defs>
    <rect width="1600" height="640" fill="url(#sky)"/>
    <circle cx="480" cy="430" r="90" fill="#ffd98a"/>
    <path d="M1180 170 L0 60 L0 200 Z" fill="#fff3c4" opacity="0.35"/>
    <path d="M1140 480 L1155 190 H1215 L1230 480 Z" fill="#f7f3ea"/>
    <path d="M1150 300 L1153 240 H1217 L1220 300 Z M1144 420 L1147 360 H1223 L1226 420 Z" fill="#c8553d"/>
    <rect x="1150" y="150" width="70" height="40" fill="#ffe9a8"/><path d="M1140 150 L1185 105 L1230 150 Z" fill="#31304d"/>
    <path d="M980 520 Q1180 430 1420 520 Z" fill="#2f3b2f"/>
    <path d="M0 480 Q200 455 400 480 T800 480 T1200 480 T1600 480 V640 H0 Z" fill="#1f6f8b"/>
    <path d="M0 540 Q160 515 320 540 T640 540 T960 540 T1280 540 T1600 540 V640 H0 Z" fill="#174f63"/>`,
  )
}

function svg(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`
}
