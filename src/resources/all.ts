import { accessCode } from './access-code.ts'
import { apiToken } from './api-token.ts'
import { change } from './change.ts'
import { customForm } from './custom-form.ts'
import { customFormOption } from './custom-form-option.ts'
import type { Declaration } from './declare.ts'
import { discountCode } from './discount-code.ts'
import { discountRedemption } from './discount-redemption.ts'
import { event } from './event.ts'
import { eventCopyright } from './event-copyright.ts'
import { eventSubTopic } from './event-sub-topic.ts'
import { eventTopic } from './event-topic.ts'
import { eventType } from './event-type.ts'
import { exportJob } from './export-job.ts'
import { feedToken } from './feed-token.ts'
import { feedback } from './feedback.ts'
import { eventImageSize, speakerImageSize } from './image-sizes.ts'
import { importJob } from './import-job.ts'
import { mail } from './mail.ts'
import { mailTemplate } from './mail-template.ts'
import { microlocation } from './microlocation.ts'
import { notification } from './notification.ts'
import { paymentAuthorization } from './payment-authorization.ts'
import { review } from './review.ts'
import { reviewCriterion } from './review-criterion.ts'
import { role } from './role.ts'
import { roleInvite } from './role-invite.ts'
import { scheduleConflict } from './schedule-conflict.ts'
import { scheduleRelease } from './schedule-release.ts'
import { session } from './session.ts'
import { sessionType } from './session-type.ts'
import { setting } from './setting.ts'
import { socialLink } from './social-link.ts'
import { speaker } from './speaker.ts'
import { speakerInvite } from './speaker-invite.ts'
import { speakersCall } from './speakers-call.ts'
import { sponsor } from './sponsor.ts'
import { ticket } from './ticket.ts'
import { ticketTag } from './ticket-tag.ts'
import { track } from './track.ts'
import { user } from './user.ts'
import { userFavouriteSession } from './user-favourite-session.ts'
import { usersEventsRoles } from './users-events-roles.ts'
import { webhook } from './webhook.ts'
import { webhookDelivery } from './webhook-delivery.ts'

const ALL = [
  role,
  user,
  notification,
  setting,
  eventImageSize,
  speakerImageSize,
  eventType,
  eventTopic,
  eventSubTopic,
  event,
  mail,
  apiToken,
  feedToken,
  change,
  webhook,
  webhookDelivery,
  socialLink,
  customForm,
  customFormOption,
  microlocation,
  sponsor,
  speaker,
  track,
  sessionType,
  session,
  speakerInvite,
  scheduleRelease,
  userFavouriteSession,
  reviewCriterion,
  review,
  feedback,
  scheduleConflict,
  ticketTag,
  ticket,
  discountCode,
  discountRedemption,
  accessCode,
  paymentAuthorization,
  speakersCall,
  eventCopyright,
  mailTemplate,
  usersEventsRoles,
  roleInvite,
  importJob,
  exportJob,
] as const

/** One of them, with its fields as types. */
export type Resource = (typeof ALL)[number]

/** Everything that is kept, each after all that it refers to; the kinds of an event in the order of its import. */
export const resources: readonly Declaration[] = ALL
