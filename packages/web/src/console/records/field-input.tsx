/** The field of a form that fits the kind of a value. */
import { CheckInput, SelectInput, TextInput } from '../../browser/forms/fields.tsx'
import { UploadInput } from '../../browser/forms/upload.tsx'
import { ColorInput, TimeInput, ZoneInput } from '../parts/inputs.tsx'
import { textOf } from '../words.ts'
import type { Field } from './declaration.ts'
import { fieldName } from './records.ts'
import { toText } from './values.ts'

interface FieldInputProps {
  field: Field
  value: unknown
  zone: string | undefined
  isNew: boolean
}

const TYPES = { number: 'number', email: 'email', link: 'url', password: 'password' } as const

export function FieldInput({ field, value, zone, isNew }: FieldInputProps) {
  const { name, kind, about, isRequired, choices = [] } = field
  const common = {
    name,
    label: fieldName(name),
    hint: about.replaceAll('`', ''),
    isRequired: isRequired || kind === 'flag',
    stored: toText(field, value, zone),
  }
  switch (kind) {
    case 'flag':
      return <CheckInput {...common} />
    case 'choice':
      return (
        <SelectInput
          {...common}
          options={choices.map((choice) => ({ value: choice, label: textOf(`state.${choice}`, choice) }))}
        />
      )
    case 'moment':
      return <TimeInput {...common} />
    case 'color':
      return <ColorInput {...common} stored={common.stored || (isNew ? '#1f8ceb' : '')} />
    case 'zone':
      return <ZoneInput {...common} />
    case 'image':
      return <UploadInput {...common} isImage />
    case 'file':
      return <UploadInput {...common} />
    case 'long':
      return <TextInput {...common} lines={4} />
    case 'data':
      return <TextInput {...common} lines={3} />
    case 'number':
    case 'email':
    case 'link':
    case 'password':
      return <TextInput {...common} type={TYPES[kind]} autoComplete="off" />
    default:
      return <TextInput {...common} />
  }
}
