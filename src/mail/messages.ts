/** The text of every mail. Names that users chose go through `named`; all values are escaped, as the messages are HTML. */
import { named } from './named.ts'

export interface Message {
  action: string
  subject: string
  message: string
  /** A calendar that is attached. */
  calendar?: string
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

export function speakerInviteMessage(eventName: string, title: string, link: string): Message {
  const [event, session] = [named(eventName), named(title)]
  return {
    action: 'speaker_invite',
    subject: `Invitation to speak at ${event}: ${session}`,
    message: html`<p>You are invited to hold the session ${session} at ${event} together with its speakers.</p>
      <p>Accept or reject the invitation within seven days: <a href="${link}">${link}</a></p>
      <p>To accept, log in with this e-mail address. You need no account to reject it.</p>`,
  }
}

export function newSessionMessage(eventName: string, title: string): Message {
  const [event, session] = [named(eventName), named(title)]
  return {
    action: 'new_session',
    subject: `New session proposal for ${event}: ${session}`,
    message: html`<p>A session was proposed for ${event}: ${session}.</p>`,
  }
}

export function sessionStateMessage(eventName: string, title: string, state: string): Message {
  const [event, session] = [named(eventName), named(title)]
  return {
    action: 'session_state_change',
    subject: `${session} is ${state}`,
    message: html`<p>The session ${session} of ${event} is now ${state}.</p>`,
  }
}

/** A session of the speaker, and its slot when it has one. */
export interface SessionNews {
  what: 'Scheduled' | 'Moved' | 'Removed'
  title: string
  when?: string
  room?: string
}

export function releaseMessage(eventName: string, news: SessionNews[]): Message {
  const event = named(eventName)
  const lines = news.map(({ what, title, when, room }) => {
    const slot = when === undefined ? '' : `: ${when}, ${named(room!)}`
    return html`<p>${what}: ${named(title)}${slot}</p>`
  })
  return {
    action: 'schedule_release',
    subject: `Your sessions in the schedule of ${event}`,
    message: `${html`<p>The schedule of ${event} was released. This concerns you:</p>`}${lines.join('')}${html`<p>The attached file brings your sessions into your calendar.</p>`}`,
  }
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function html(parts: TemplateStringsArray, ...values: string[]): string {
  const escaped = values.map((value) => value.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!))
  return String.raw({ raw: parts }, ...escaped)
}
