/** The forms of an id in a path. */
const MOST_ID = 9_223_372_036_854_775_807n

export function isId(text: string): boolean {
  return /^[1-9]\d{0,18}$/.test(text) && (text.length < 19 || BigInt(text) <= MOST_ID)
}

/** Whether a text can be the second key of a record, such as the identifier of an event. */
export function isKey(text: string): boolean {
  return /^[0-9a-z]{1,100}$/.test(text)
}
