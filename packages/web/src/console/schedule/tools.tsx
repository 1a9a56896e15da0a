/** The bar above the grid: the days, undo and redo, and whether everything is saved. */
import { t } from '../words.ts'
import type { Snapshot } from './store.ts'

interface ToolsProps {
  state: Snapshot
  days: { date: string; text: string }[]
  day: string
  onDay: (date: string) => void
  onUndo: () => void
  onRedo: () => void
}

export function Tools({ state, days, day, onDay, onUndo, onRedo }: ToolsProps) {
  return (
    <div className="s-tools">
      <fieldset className="s-days">
        <legend className="hidden-label">{t('schedule.days')}</legend>
        {days.map(({ date, text }) => (
          <button key={date} type="button" aria-pressed={date === day} onClick={() => onDay(date)}>
            {text}
          </button>
        ))}
      </fieldset>
      <div className="s-undo">
        <button type="button" aria-disabled={!state.canUndo} onClick={onUndo}>
          {t('schedule.undo')}
        </button>
        <button type="button" aria-disabled={!state.canRedo} onClick={onRedo}>
          {t('schedule.redo')}
        </button>
      </div>
      <Saved state={state} />
    </div>
  )
}

function Saved({ state: { unsaved, isOffline } }: { state: Snapshot }) {
  const kind = unsaved.size === 0 ? 'saved' : isOffline ? 'offline' : 'saving'
  const text = {
    saved: t('schedule.allSaved'),
    saving: t('schedule.saving'),
    offline: t.count('schedule.offline', unsaved.size),
  }[kind]
  return (
    <p className="s-saved" role="status" data-kind={kind}>
      {text}
    </p>
  )
}
