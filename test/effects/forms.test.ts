/** Forms of an event: which fields they have, and which answers they take. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exportArchive, importArchive } from '../../tools/archives.ts'
import { zipOf } from '../../tools/zips.ts'
import { filesOf } from '../support/comparable.ts'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { type Answer, type Caller, type Json, startTestService } from '../support/service.ts'

const service = await startTestService({ WORKERS: '1' })
const owner = await signUp(service)
const author = await signUp(service)

async function openEvent(): Promise<Json> {
  const event = await make(service, owner, 'event')
  await make(service, owner, 'speakers-call', {}, { event: linkTo(event) })
  return event
}

function ask(event: Json, attributes: Json): Promise<Json> {
  const usual = { form: 'session', 'is-included': true }
  return make(service, owner, 'custom-form', { ...usual, ...attributes }, { event: linkTo(event) })
}

async function offer(field: Json, ...values: string[]): Promise<Json[]> {
  const options = []
  for (const value of values)
    options.push(
      await make(service, owner, 'custom-form-option', { value }, { 'custom-form': linkTo(field) }),
    )
  return options
}

function submit(as: Caller, event: Json, attributes: Json): Promise<Answer> {
  const body = bodyOf('session', { state: 'pending', ...attributes }, { event: linkTo(event) })
  return service.call('POST', '/v1/sessions', { as, body })
}

function patch(as: Caller, { id }: Json, attributes: Json): Promise<Answer> {
  const body = { data: { type: 'session', id, attributes } }
  return service.call('PATCH', `/v1/sessions/${id}`, { as, body })
}

/** The status, and what is wrong at which place. */
function faultsOf({ status, body }: Answer): unknown {
  return [status, body.errors?.map(({ source, detail }: Json) => [source.pointer, detail])]
}

const AT = '/data/attributes/complex-field-values'

describe('a field of a form', () => {
  it('belongs to one of the known forms', async () => {
    const event = await openEvent()
    const body = bodyOf('custom-form', { form: 'workshop' }, { event: linkTo(event) })

    const refused = await service.call('POST', '/v1/custom-forms', { as: owner, body })

    const detail = 'form must be one of session, speaker, attendee'
    assert.deepEqual(faultsOf(refused), [422, [['/data/attributes/form', detail]]])
  })

  for (const identifier of ['short-abstract', 'short_abstract', 'shortAbstract']) {
    it(`named ${identifier} is the field of the record`, async () => {
      const event = await openEvent()
      await ask(event, { 'field-identifier': identifier, name: 'Summary', 'is-required': true })

      const missing = await submit(author, event, {})
      const given = await submit(author, event, { 'short-abstract': 'Tea.' })

      const fault = ['/data/attributes/short-abstract', 'Summary is required']
      assert.deepEqual([faultsOf(missing), given.status], [[422, [fault]], 201])
    })
  }
})

describe('the options of a field', () => {
  it('are what an answer must be, for everyone', async () => {
    const event = await openEvent()
    for (const type of ['select', 'checkbox', 'radio'])
      await offer(await ask(event, { type, 'field-identifier': `my-${type}`, name: type }), 'a', 'b')
    const answers = { mySelect: 'a', 'my-checkbox': 'b', my_radio: 'a' }

    const right = await submit(author, event, { 'complex-field-values': answers })
    const wrong = await submit(author, event, { 'complex-field-values': { ...answers, mySelect: 'c' } })
    const byOwner = await submit(owner, event, { 'complex-field-values': { 'my-radio': 3 } })

    assert.deepEqual([right.status, right.body.data.attributes['complex-field-values']], [201, answers])
    assert.deepEqual(faultsOf(wrong), [422, [[`${AT}/mySelect`, 'select must be one of: a, b']]])
    assert.deepEqual(faultsOf(byOwner), [422, [[`${AT}/my-radio`, 'radio must be one of: a, b']]])
  })

  it('are not asked of answers from before, nor of fields without options', async () => {
    const event = await openEvent()
    const field = await ask(event, { type: 'select', 'field-identifier': 'meal' })
    const { body } = await submit(author, event, { 'complex-field-values': { meal: 'Soup' } })
    await offer(field, 'Salad')

    const renamed = await patch(author, body.data, { title: 'Renamed' })
    const changed = await patch(author, body.data, { 'complex-field-values': { meal: 'Bread' } })

    assert.equal(renamed.status, 200)
    assert.deepEqual(faultsOf(changed), [422, [[`${AT}/meal`, 'meal must be one of: Salad']]])
  })

  it('are listed and made below their field, and one that is deleted is no answer any more', async () => {
    const event = await openEvent()
    const field = await ask(event, { type: 'radio', 'field-identifier': 'meal' })
    const url = `/v1/custom-forms/${field.id}/custom-form-options`
    const [soup] = await offer(field, 'Soup')
    const body = { data: { type: 'custom-form-option', attributes: { value: 'Salad' } } }

    const made = await service.call('POST', url, { as: owner, body })
    await service.call('DELETE', `/v1/custom-form-options/${soup!.id}`, { as: owner })
    const listed = await service.call('GET', url, { as: author })
    const refused = await submit(author, event, { 'complex-field-values': { meal: 'Soup' } })

    assert.equal(made.status, 201)
    assert.deepEqual(
      listed.body.data.map(({ attributes }: Json) => attributes.value),
      ['Salad'],
    )
    assert.deepEqual(faultsOf(refused), [422, [[`${AT}/meal`, 'meal must be one of: Salad']]])
  })

  it('apply to fields of the record too', async () => {
    const event = await openEvent()
    await offer(await ask(event, { type: 'select', 'field-identifier': 'language' }), 'English', 'Deutsch')

    const refused = await submit(author, event, { language: 'Klingon' })

    const detail = 'Language must be one of: English, Deutsch'
    assert.deepEqual(faultsOf(refused), [422, [['/data/attributes/language', detail]]])
  })
})

describe('the answers of a submission', () => {
  it('are each refused by themselves', async () => {
    const event = await openEvent()
    await ask(event, { 'field-identifier': 'subtitle', 'is-required': true })
    await ask(event, { 'field-identifier': 'a/b', name: 'A or B', 'is-required': true })
    await ask(event, { type: 'email', 'field-identifier': 'contact' })
    await ask(event, { type: 'number', 'field-identifier': 'guests' })
    const answers = { contact: 'nobody', guests: 'many', 'a/b': ' ' }

    const refused = await submit(author, event, { 'complex-field-values': answers })

    assert.deepEqual(faultsOf(refused), [
      422,
      [
        ['/data/attributes/subtitle', 'Subtitle is required'],
        [`${AT}/a~1b`, 'A or B is required'],
        [`${AT}/contact`, 'contact must be an e-mail address'],
        [`${AT}/guests`, 'guests must be a number'],
      ],
    ])
  })

  it('need not be completed to withdraw', async () => {
    const event = await openEvent()
    const { body } = await submit(author, event, {})
    await ask(event, { 'field-identifier': 'constructor', 'is-required': true })

    const changed = await patch(author, body.data, { title: 'Renamed' })
    const withdrawn = await patch(author, body.data, { state: 'withdrawn' })

    assert.deepEqual([changed.status, withdrawn.status], [422, 200])
  })
})

describe('the archive of an event', () => {
  it('carries the options of its forms', async () => {
    const event = await openEvent()
    const field = await ask(event, { type: 'select', 'field-identifier': 'meal', name: 'Your meal' })
    await offer(field, 'Soup', 'Salad')

    const archive = await exportArchive(service, owner, event.id)
    const { id } = (await importArchive(service, owner, archive)).result
    const again = await filesOf(await exportArchive(service, owner, id))

    const [form] = again.forms
    assert.deepEqual([form.field_identifier, form.name], ['meal', 'Your meal'])
    assert.deepEqual(
      again.form_options.map(({ custom_form_id, value }: Json) => [custom_form_id, value]),
      [
        [form.id, 'Soup'],
        [form.id, 'Salad'],
      ],
    )
  })

  it('is imported without the fields and options that cannot be read', async () => {
    const archive = zipOf({
      event: { id: 1, name: 'Old', starts_at: '2020-05-01T09:00:00Z', ends_at: '2020-05-02T09:00:00Z' },
      forms: [
        { id: 1, form: 'Sessions', field_identifier: 'title' },
        { id: 2, form: 'workshop', field_identifier: 'title' },
        { id: 3, form: 'speaker' },
      ],
      form_options: [
        { id: 1, custom_form_id: 9, value: 'Lost' },
        { id: 2, custom_form_id: 1 },
        { id: 3, custom_form_id: 1, value: 'Kept' },
      ],
    })

    const { result } = await importArchive(service, owner, archive)

    assert.deepEqual(result.warnings, [
      'File forms, ID 1: form must be one of session, speaker, attendee; it was read as session',
      'File forms, ID 2: form must be one of session, speaker, attendee; it was left out',
      'File forms, ID 3: field_identifier is required; it was left out',
      'File form_options, ID 2: value is required; it was left out',
      'File form_options, ID 1: the archive does not have its custom_form; it was left out',
    ])
    const files = await filesOf(await exportArchive(service, owner, result.id))
    assert.deepEqual([files.forms.length, files.form_options.map(({ value }: Json) => value)], [1, ['Kept']])
  })

  it('is imported when none of its options has a field', async () => {
    const event = { id: 1, name: 'Old', starts_at: '2020-05-01T09:00:00Z', ends_at: '2020-05-02T09:00:00Z' }
    const archive = zipOf({ event, form_options: [{ id: 1, custom_form_id: 9, value: 'Lost' }] })

    const { state, result } = await importArchive(service, owner, archive)

    assert.equal(state, 'SUCCESS')
    assert.deepEqual(result.warnings, [
      'File form_options, ID 1: the archive does not have its custom_form; it was left out',
    ])
  })
})
