/** The fields of a proposal. */

import { CheckInput, SelectInput, TextInput } from '../forms/fields.tsx'
import { UploadInput, UploadListInput } from '../forms/upload.tsx'
import type { ProposalField } from './form.ts'
import { inputName, type Stored, storedText } from './values.ts'

export function ProposalInput({ field, record }: { field: ProposalField; record: Stored | undefined }) {
  const { label, hint, isRequired, kind, options } = field
  const common = { name: inputName(field), label, hint, isRequired, stored: storedText(field, record) }
  switch (kind) {
    case 'select':
      return <SelectInput {...common} options={options} />
    case 'checkbox':
      return <CheckInput {...common} />
    case 'file':
    case 'image':
      return <UploadInput {...common} isImage={kind === 'image'} />
    case 'files':
      return <UploadListInput {...common} />
    case 'paragraph':
    case 'html':
      return <TextInput {...common} lines={field.name.startsWith('long') ? 8 : 4} />
    default:
      return <TextInput {...common} type={kind} />
  }
}
