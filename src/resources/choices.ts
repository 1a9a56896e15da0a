/** Choices that forms offer too. */

/** How much the audience of a session should know. */
export const LEVELS = ['Beginner', 'Intermediate', 'Advanced', 'Expert'] as const

export const GENDERS = [
  'Man',
  'Woman',
  'Transgender',
  'Non-binary',
  'Genderqueer',
  'An identity not listed here',
  'I prefer not to say',
] as const

export const SESSION_STATES = [
  'draft',
  'pending',
  'accepted',
  'confirmed',
  'rejected',
  'canceled',
  'withdrawn',
] as const
