/** What follows from writes, by the type of the record. */
import { accountEffects } from '../effects/accounts.ts'
import { apiTokenEffects } from '../effects/api-tokens.ts'
import { feedTokenEffects } from '../effects/feed-tokens.ts'
import { feedbackEffects } from '../effects/feedback.ts'
import { mailEffects } from '../effects/mails.ts'
import { withPictures } from '../effects/pictures.ts'
import { reviewEffects } from '../effects/reviews.ts'
import { builtInRoleEffects, eventEffects, roleEffects, roleInviteEffects } from '../effects/roles.ts'
import { speakerInviteEffects } from '../effects/speaker-invites.ts'
import { sessionEffects, speakerEffects } from '../effects/submissions.ts'
import {
  accessCodeEffects,
  discountCodeEffects,
  redemptionEffects,
  ticketEffects,
} from '../effects/tickets.ts'
import type { EffectsByType } from '../jsonapi/effects.ts'
import type { FeedParts } from '../schedule/feed.ts'
import { releaseEffects } from '../schedule/releases.ts'
import { webhookEffects } from '../webhooks/effects.ts'
import type { Parts } from './parts.ts'

export function effectsOf(
  { config, queue, declarations, vault }: Parts,
  feedParts: FeedParts,
): EffectsByType {
  const { frontendUrl, publicUrl, fetchAllow: allow, webhookHttp: allowsHttp } = config
  return withPictures(queue, declarations, {
    event: eventEffects,
    'api-token': apiTokenEffects(declarations),
    'feed-token': feedTokenEffects(publicUrl),
    user: accountEffects(frontendUrl),
    role: builtInRoleEffects,
    'users-events-roles': roleEffects,
    'role-invite': roleInviteEffects(frontendUrl),
    webhook: webhookEffects({ vault, declarations, allow, allowsHttp }),
    feedback: feedbackEffects,
    review: reviewEffects,
    session: sessionEffects(feedParts.addresses),
    'schedule-release': releaseEffects(feedParts),
    speaker: speakerEffects,
    'speaker-invite': speakerInviteEffects(frontendUrl),
    mail: mailEffects,
    ticket: ticketEffects,
    'discount-code': discountCodeEffects,
    'discount-redemption': redemptionEffects,
    'access-code': accessCodeEffects,
  })
}
