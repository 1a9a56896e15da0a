/** An entry of the log as a line for people. */
import { stripVTControlCharacters } from 'node:util'

const LEVELS: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
}

interface Entry {
  level: number
  time: number
  msg?: string
  req?: { method: string; path: string }
  res?: { statusCode: number }
  ms?: number
  err?: { message: string; stack?: string }
  [name: string]: unknown
}

/** `09:30:12 info  GET /v1/events 200 (5 ms)` */
export function toLine(json: string): string {
  const {
    level,
    time,
    msg = '',
    req,
    res,
    ms,
    err,
    pid: _pid,
    hostname: _host,
    reqId: _id,
    ...rest
  } = JSON.parse(json) as Entry
  const request = req && res && `${req.method} ${req.path} ${res.statusCode}`
  const others = Object.entries(rest).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  const parts = [
    new Date(time).toISOString().slice(11, 19),
    (LEVELS[level] ?? String(level)).padEnd(5),
    request ?? msg,
    ...(ms === undefined ? [] : [`(${ms} ms)`]),
    ...others,
    ...(err ? [`— ${err.message}`] : []),
  ]
  // What people have sent must not move the cursor or colour the screen.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const line = stripVTControlCharacters(parts.join(' ')).replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
  return `${line}\n${level >= 50 && err?.stack ? `${stripVTControlCharacters(err.stack)}\n` : ''}`
}
