/** What was typed into a form and not sent yet. It survives a reload, the back button and a log-in in between. */
export type Draft = Record<string, string>

const keyOf = (name: string) => `plenum:draft:${name}`

export function readDraft(name: string): Draft {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? '{}')
  } catch {
    return {}
  }
}

export function keepDraft(name: string, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(draft))
  } catch {
    // The browser keeps nothing, or is full: the form works without.
  }
}

export function clearDraft(name: string): void {
  try {
    sessionStorage.removeItem(keyOf(name))
  } catch {
    // There is nothing to clear.
  }
}

/** Everything but passwords and files. */
export function draftOf(form: HTMLFormElement): Draft {
  const secret = new Set(
    [...form.querySelectorAll<HTMLInputElement>('input[type=password]')].map(({ name }) => name),
  )
  const texts = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  const unchecked = [...form.querySelectorAll<HTMLInputElement>('input[type=checkbox]:not(:checked)')]
  return Object.fromEntries([
    ...texts.filter(([name]) => !secret.has(name)),
    ...unchecked.map(({ name }) => [name, '']),
  ])
}

/** After logging out the next user of the browser finds nothing. */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(keyOf(''))) sessionStorage.removeItem(key)
  } catch {
    // There is nothing to clear.
  }
}
