/** The mails about finished exports and imports, to the users who started them. */
import { html, type Message } from './messages.ts'
import { named } from './named.ts'

/** The most warnings in a mail; the result of the task contains all of them. */
const MOST_TOLD = 20

export function exportMessage(eventName: string, url: string, warnings: string[]): Message {
  const told = warnings.slice(0, MOST_TOLD).join('; ')
  const more = warnings.length > MOST_TOLD ? `; and ${warnings.length - MOST_TOLD} more` : ''
  const note = warnings.length > 0 ? ` Some files are missing. ${told}${more}.` : ''
  return {
    action: 'event_exported',
    subject: `The export of ${named(eventName)} is ready`,
    message: html`<p>The export of ${eventName} is ready: <a href="${url}">${url}</a>${note}</p>`,
  }
}

export function exportFailedMessage(eventName: string, error: string): Message {
  return {
    action: 'event_export_fail',
    subject: `The export of ${named(eventName)} failed`,
    message: html`<p>The export of ${eventName} failed: ${error}</p>`,
  }
}

export function importMessage(eventName: string, url: string, warnings: number): Message {
  const note =
    warnings > 0
      ? ` The result of the task lists ${warnings === 1 ? '1 warning' : `${warnings} warnings`}.`
      : ''
  return {
    action: 'event_imported',
    subject: `${named(eventName)} was imported`,
    message: html`<p>The event ${eventName} was imported: <a href="${url}">${url}</a>${note}</p>`,
  }
}

export function importFailedMessage(error: string): Message {
  return {
    action: 'event_import_fail',
    subject: 'The import of your event failed',
    message: html`<p>The import failed and nothing was changed: ${error}</p>`,
  }
}
