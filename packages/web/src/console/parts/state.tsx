/** The state of an event or a session, as a small label. */
import { textOf } from '../words.ts'

export function State({ state }: { state: string }) {
  return (
    <span className="c-state" data-state={state}>
      {textOf(`state.${state}`, state)}
    </span>
  )
}
