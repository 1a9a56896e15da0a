/** A new event in three fields. Everything else can follow. */
import { useQueryClient } from '@tanstack/react-query'
import { TextInput } from '../../browser/forms/fields.tsx'
import { type FormValues, ServiceForm } from '../../browser/forms/service-form.tsx'
import { client } from '../../browser/service.ts'
import { TimeInput, ZoneInput } from '../parts/inputs.tsx'
import { Page } from '../parts/page.tsx'
import { Link, navigate } from '../router.tsx'
import { fromLocal, ownZone } from '../times.ts'
import { t } from '../words.ts'

export default function Create() {
  const queries = useQueryClient()
  const create = async ({ text }: FormValues) => {
    const timezone = text('timezone') || ownZone
    const instant = (name: string) => {
      const local = text(name)
      return local === '' ? '' : new Date(fromLocal(local, timezone)).toISOString()
    }
    const { identifier } = await client.events.create({
      name: text('name'),
      startsAt: instant('startsAt'),
      endsAt: instant('endsAt'),
      timezone,
      state: 'draft',
    })
    await queries.invalidateQueries({ queryKey: ['own-events'] })
    navigate(`events/${identifier}`)
  }
  return (
    <Page title={t('create.title')} above={<Link to="">{t('nav.events')}</Link>}>
      <div className="c-narrow">
        <p>{t('create.intro')}</p>
        <ServiceForm needsLogIn name="console-create" submit={t('create.submit')} onSubmit={create}>
          <TextInput isRequired name="name" label={t('create.name')} />
          <div className="c-pair">
            <TimeInput isRequired name="startsAt" label={t('create.starts')} />
            <TimeInput isRequired name="endsAt" label={t('create.ends')} />
          </div>
          <ZoneInput name="timezone" label={t('create.zone')} stored={ownZone} />
        </ServiceForm>
      </div>
    </Page>
  )
}
