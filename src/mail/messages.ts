/** The text of every mail. Values from users are escaped: the messages are HTML. */

export interface Message {
  action: string
  subject: string
  message: string
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

export function addressChangeMessage(address: string): Message {
  return {
    action: 'user_change_email',
    subject: 'The e-mail address of your account was changed',
    message: html`<p>The e-mail address of your account is now ${address}.</p>
      <p>If you did not ask for this, reset your password and write to the administrator.</p>`,
  }
}

export function passwordResetMessage(link: string): Message {
  return {
    action: 'password_reset',
    subject: 'Reset your password',
    message: html`<p>Choose a new password within the next hour: <a href="${link}">${link}</a></p>
      <p>If you did not ask for this, there is nothing to do.</p>`,
  }
}

export function passwordChangeMessage(): Message {
  return {
    action: 'password_change',
    subject: 'Your password was changed',
    message: html`<p>The password of your account was changed, and all other log-ins have ended.</p>
      <p>If you did not do this, reset your password now.</p>`,
  }
}

export function roleInviteMessage(eventName: string, role: string, link: string): Message {
  return {
    action: 'event_role',
    subject: `Invitation to ${oneLine(eventName)} as ${role}`,
    message: html`<p>You are invited to the event ${eventName} with the role ${role}.</p>
      <p>Log in with this e-mail address and accept within seven days: <a href="${link}">${link}</a></p>`,
  }
}

export function newSessionMessage(eventName: string, title: string): Message {
  return {
    action: 'new_session',
    subject: `New session proposal for ${oneLine(eventName)}: ${oneLine(title)}`,
    message: html`<p>A session was proposed for ${eventName}: ${title}.</p>`,
  }
}

export function sessionStateMessage(eventName: string, title: string, state: string): Message {
  return {
    action: 'session_state_change',
    subject: `${oneLine(title)} is ${state}`,
    message: html`<p>The session ${title} of ${eventName} is now ${state}.</p>`,
  }
}

/** A subject is a header: a line break in it would start another one. */
export function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').slice(0, 200)
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
