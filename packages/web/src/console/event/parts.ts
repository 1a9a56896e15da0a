/** The parts of an event, in groups, as the navigation and the overview list them. */
import { t } from '../words.ts'

export interface PartGroup {
  title: string
  links: { to: string; text: string }[]
}

export function partsOf(): PartGroup[] {
  return [
    {
      title: t('parts.plan'),
      links: [
        { to: '', text: t('parts.overview') },
        { to: 'schedule', text: t('schedule.title') },
        { to: 'releases', text: t('releases.title') },
        { to: 'import-schedule', text: t('parts.importSchedule') },
      ],
    },
  ]
}
