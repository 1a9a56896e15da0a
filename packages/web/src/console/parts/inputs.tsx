/** Fields that only the console has. */
import { type FieldProps, NativeField } from '../../browser/forms/fields.tsx'

/** A time as the clocks of the event show it. */
export function TimeInput(field: FieldProps) {
  return <PlainInput type="datetime-local" {...field} />
}

export function ColorInput(field: FieldProps) {
  return <PlainInput type="color" {...field} />
}

function PlainInput({ type, ...field }: FieldProps & { type: string }) {
  return (
    <NativeField {...field}>
      {(control) => <input type={type} aria-required={field.isRequired || undefined} {...control} />}
    </NativeField>
  )
}

const zones = Intl.supportedValuesOf('timeZone')

/** Offers the zones that the browser knows. */
export function ZoneInput({ isRequired = true, ...field }: FieldProps) {
  return (
    <NativeField isRequired={isRequired} {...field}>
      {(control) => (
        <>
          <input list={`${control.id}-zones`} autoComplete="off" {...control} />
          <datalist id={`${control.id}-zones`}>
            {zones.map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </>
      )}
    </NativeField>
  )
}
