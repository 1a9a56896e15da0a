/** Fields of forms. */
import { FieldError, Input, Label, Text, TextArea, TextField } from 'react-aria-components'
import { words } from '../service.ts'
import { useDrafted, useFault } from './service-form.tsx'

export interface FieldProps {
  name: string
  label: string
  hint?: string | null | undefined
  isRequired?: boolean
  /** What is stored now. */
  stored?: string | null | undefined
}

interface TextInputProps extends FieldProps {
  type?: 'text' | 'email' | 'password' | 'url' | 'tel' | 'number'
  autoComplete?: string
  /** More than one makes it a field for longer texts. */
  lines?: number
}

export function TextInput({ name, label, hint, isRequired = false, stored, ...more }: TextInputProps) {
  const { type = 'text', autoComplete, lines = 1 } = more
  const value = useDrafted(name, stored ?? '')
  const fault = useFault(name)
  return (
    <TextField
      className="field"
      name={name}
      type={type}
      defaultValue={value}
      isRequired={isRequired}
      isInvalid={fault !== undefined}
      {...(autoComplete && { autoComplete })}
    >
      <FieldLabel text={label} isRequired={isRequired} />
      {lines > 1 ? <TextArea rows={lines} /> : <Input />}
      {hint && <Hint text={hint} />}
      <FieldError className="field-fault">{fault}</FieldError>
    </TextField>
  )
}

export function FieldLabel({ text, isRequired }: { text: string; isRequired: boolean }) {
  return (
    <Label>
      {text}
      {!isRequired && <span className="optional"> {words('form.optional')}</span>}
    </Label>
  )
}

export function Hint({ text }: { text: string }) {
  return (
    <Text slot="description" className="hint">
      {text}
    </Text>
  )
}

export function EmailInput({ stored, label }: { stored?: string; label?: string }) {
  return (
    <TextInput
      isRequired
      name="email"
      label={label ?? words('account.email')}
      type="email"
      autoComplete="email"
      stored={stored}
    />
  )
}

export function NewPasswordInput({ name = 'password', label }: { name?: string; label?: string }) {
  return (
    <TextInput
      isRequired
      name={name}
      label={label ?? words('account.password')}
      hint={words('account.passwordHint')}
      type="password"
      autoComplete="new-password"
    />
  )
}
