import { resource, text } from './declare.ts'

export const customFormOption = resource({
  type: 'custom-form-option',
  about: 'An answer to choose from in a form field of the type select, radio or checkbox.',
  path: '/custom-form-options',
  table: 'custom_form_options',
  fields: { value: text({ required: true }) },
  belongsTo: {
    custom_form: { to: 'custom-form', required: true, fixed: true },
    event: { to: 'event', required: true, readOnly: true, inherited: true },
  },
  descriptions: {
    value: 'The answer, as it is shown and sent.',
    custom_form: 'The field of the form.',
  },
  example: { custom_form: '1', value: 'Vegetarian' },
  archive: { file: 'form_options', first: ['id', 'value'], leftOut: true },
  access: {
    read: 'viewer',
    list: 'listed_viewer',
    create: 'organizer',
    update: 'organizer',
    remove: 'organizer',
  },
  softDelete: true,
})
