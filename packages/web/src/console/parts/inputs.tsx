/** Fields that only the console has. */
import { useId } from 'react'
import { Around, describe, FieldLabel, type FieldProps } from '../../browser/forms/fields.tsx'
import { useDrafted, useFault } from '../../browser/forms/service-form.tsx'

/** A time as the clocks of the event show it. */
export function TimeInput({ name, label, hint, isRequired = false, stored }: FieldProps) {
  return <PlainInput type="datetime-local" {...{ name, label, hint, isRequired, stored }} />
}

export function ColorInput({ name, label, hint, isRequired = false, stored }: FieldProps) {
  return <PlainInput type="color" {...{ name, label, hint, isRequired, stored }} />
}

function PlainInput({ type, name, label, hint, isRequired = false, stored }: FieldProps & { type: string }) {
  const id = useId()
  const value = useDrafted(name, stored ?? '')
  const fault = useFault(name)
  return (
    <div className="field">
      <FieldLabel text={label} isRequired={isRequired} htmlFor={id} />
      <input
        id={id}
        type={type}
        name={name}
        defaultValue={value}
        aria-required={isRequired || undefined}
        {...describe(id, hint, fault)}
      />
      <Around id={id} hint={hint} fault={fault} />
    </div>
  )
}

const zones = Intl.supportedValuesOf('timeZone')

/** Offers the zones that the browser knows. */
export function ZoneInput({ name, label, hint, stored, isRequired = true }: FieldProps) {
  const id = useId()
  const value = useDrafted(name, stored ?? '')
  const fault = useFault(name)
  return (
    <div className="field">
      <FieldLabel text={label} isRequired={isRequired} htmlFor={id} />
      <input
        id={id}
        name={name}
        list={`${id}-zones`}
        autoComplete="off"
        defaultValue={value}
        {...describe(id, hint, fault)}
      />
      <datalist id={`${id}-zones`}>
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <Around id={id} hint={hint} fault={fault} />
    </div>
  )
}
