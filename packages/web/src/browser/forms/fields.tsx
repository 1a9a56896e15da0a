/** Fields of forms. */
import { useId } from 'react'
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

interface FieldLabelProps {
  text: string
  isRequired: boolean
  htmlFor?: string
}

export function FieldLabel({ text, isRequired, htmlFor }: FieldLabelProps) {
  return (
    <Label {...(htmlFor && { htmlFor })}>
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

interface SelectInputProps extends FieldProps {
  options: { value: string; label: string }[]
}

export function SelectInput({ options, ...field }: SelectInputProps) {
  return (
    <NativeField {...field}>
      {(control) => (
        <select {...control}>
          <option value="">{words('form.choose')}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </NativeField>
  )
}

interface NativeFieldProps extends FieldProps {
  children: (control: NativeControl) => React.ReactNode
}

type NativeControl = { id: string; name: string; defaultValue: string } & ReturnType<typeof describe>

/** Label, hint and message around an element that the browser brings. */
export function NativeField({ name, label, hint, isRequired = false, stored, children }: NativeFieldProps) {
  const id = useId()
  const defaultValue = useDrafted(name, stored ?? '')
  const fault = useFault(name)
  return (
    <div className="field">
      <FieldLabel text={label} isRequired={isRequired} htmlFor={id} />
      {children({ id, name, defaultValue, ...describe(id, hint, fault) })}
      <Around id={id} hint={hint} fault={fault} />
    </div>
  )
}

export function CheckInput({ name, label, hint, stored }: FieldProps) {
  const id = useId()
  const value = useDrafted(name, stored ?? '')
  const fault = useFault(name)
  return (
    <div className="field">
      <span className="check">
        <input
          id={id}
          type="checkbox"
          name={name}
          value="true"
          defaultChecked={value === 'true'}
          {...describe(id, hint, fault)}
        />
        <label htmlFor={id}>{label}</label>
      </span>
      <Around id={id} hint={hint} fault={fault} />
    </div>
  )
}

type Note = string | null | undefined

/** Joins a plain field with its hint and its message, for screen readers. */
export function describe(id: string, hint: Note, fault: Note) {
  const ids = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean)
  return { 'aria-describedby': ids.join(' ') || undefined, 'aria-invalid': fault ? true : undefined }
}

export function Around({ id, hint, fault }: { id: string; hint: Note; fault: Note }) {
  return (
    <>
      {hint && (
        <span id={`${id}-hint`} className="hint">
          {hint}
        </span>
      )}
      {fault && (
        <span id={`${id}-fault`} className="field-fault">
          {fault}
        </span>
      )}
    </>
  )
}
