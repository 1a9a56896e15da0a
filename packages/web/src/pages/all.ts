/** The page for each address. */
import type { PagePath } from '../../../../src/pages/paths.ts'
import type { Page } from '../context.ts'
import {
  forgottenPasswordPage,
  logInPage,
  ownAccountPage,
  resetPasswordPage,
  roleInvitePage,
  signUpPage,
  speakerInvitePage,
  unsubscribePage,
  verifyPage,
} from './account-pages.tsx'
import { consolePage } from './console.tsx'
import { eventPage } from './event.tsx'
import { frontPage } from './front.tsx'
import { proposePage } from './propose.tsx'
import { schedulePage } from './schedule.tsx'
import { sessionPage, shortSessionPage } from './session.tsx'
import { sessionsPage } from './sessions.tsx'
import { shortSpeakerPage, speakerPage } from './speaker.tsx'
import { speakersPage } from './speakers.tsx'

export const pages: Record<PagePath, Page> = {
  '/': frontPage,
  '/events/:identifier': eventPage,
  '/events/:identifier/propose': proposePage,
  '/events/:identifier/schedule': schedulePage,
  '/events/:identifier/sessions': sessionsPage,
  '/events/:identifier/sessions/:id': sessionPage,
  '/events/:identifier/speakers': speakersPage,
  '/events/:identifier/speakers/:id': speakerPage,
  '/sessions/:id': shortSessionPage,
  '/speakers/:id': shortSpeakerPage,
  '/log-in': logInPage,
  '/sign-up': signUpPage,
  '/forgotten-password': forgottenPasswordPage,
  '/reset-password': resetPasswordPage,
  '/verify': verifyPage,
  '/role-invites': roleInvitePage,
  '/speaker-invites': speakerInvitePage,
  '/unsubscribe': unsubscribePage,
  '/account': ownAccountPage,
  '/console': consolePage,
  '/console/*': consolePage,
}
