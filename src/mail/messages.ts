/**
 * The texts of mails about accounts and roles; those about sessions stand in resources/mail-occasions.ts. Names that users
 * chose go through `named`; all values are escaped, as the messages are HTML.
 */
import { escapeHtml } from '../resources/plain-html.ts'
import { named } from './named.ts'

export interface Message {
  action: string
  subject: string
  /** As HTML. */
  message: string
  /** The same in plain text; without it, it is made from the HTML. */
  text?: string
  /** A calendar that is attached. */
  calendar?: string
  /** Whose organizers may read it. Never of a mail with a token. */
  eventId?: string
  /** With which the recipient unsubscribes from such mails. */
  unsubscribeToken?: string
}

export function registrationMessage(link: string): Message {
  return {
    action: 'user_registration',
    subject: 'Welcome to Plenum: please confirm your e-mail address',
    message: html`<p>Your account is ready.</p><p>Please confirm your e-mail address: <a href="${link}">${link}</a></p>`,
  }
}

export function confirmationMessage(link: string): Message {
  return {
    action: 'user_confirmation',
    subject: 'Please confirm your e-mail address',
    message: html`<p>Please confirm your e-mail address: <a href="${link}">${link}</a></p>`,
  }
}

export function addressRequestMessage(address: string): Message {
  return {
    action: 'user_change_email',
    subject: 'Your e-mail address is about to change',
    message: html`<p>Once it is confirmed, ${address} becomes the e-mail address of your account. Until then, nothing
      changes.</p><p>If you did not request this, reset your password now. That also cancels the change.</p>`,
  }
}

export function addressChangeMessage(address: string): Message {
  return {
    action: 'user_change_email',
    subject: 'The e-mail address of your account was changed',
    message: html`<p>The e-mail address of your account is now ${address}.</p>
      <p>If you did not request this, contact the administrator.</p>`,
  }
}

export function passwordResetMessage(link: string): Message {
  return {
    action: 'password_reset',
    subject: 'Reset your password',
    message: html`<p>Choose a new password within the next hour: <a href="${link}">${link}</a></p>
      <p>If you did not request this, ignore this mail.</p>`,
  }
}

export function passwordChangeMessage(): Message {
  return {
    action: 'password_change',
    subject: 'Your password was changed',
    message: html`<p>The password of your account was changed, and all other devices were logged out.</p>
      <p>If this was not you, reset your password now.</p>`,
  }
}

/** For an account whose address was confirmed before, or only by this. */
export function providerLinkedMessage(provider: string, wasVerified: boolean): Message {
  const ended = html`<p>Your e-mail address was not confirmed before, so the former password, log-ins and tokens of the
      account are no longer valid. To log in with a password too, choose one with "Forgotten password".</p>`
  return {
    action: 'user_provider_linked',
    subject: `You can now log in with ${named(provider)}`,
    message: html`<p>Your account can now be opened with ${named(provider)}.</p>
      <p>If this was not you, contact the administrator.</p>`.concat(wasVerified ? '' : ended),
  }
}

export function roleInviteMessage(eventName: string, role: string, link: string): Message {
  const event = named(eventName)
  return {
    action: 'event_role',
    subject: `Invitation to ${event} as ${role}`,
    message: html`<p>You are invited to the event ${event} with the role ${role}.</p>
      <p>Log in with this e-mail address and accept within seven days: <a href="${link}">${link}</a></p>`,
  }
}

export function html(parts: TemplateStringsArray, ...values: string[]): string {
  return String.raw({ raw: parts }, ...values.map(escapeHtml))
}
