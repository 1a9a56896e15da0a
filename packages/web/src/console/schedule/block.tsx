/** A session in the grid. It is drawn anew only when something of it changes. */
import { memo } from 'react'
import { t } from '../words.ts'

interface BlockProps {
  id: string
  title: string
  speakers: string
  /** What screen readers say after the title. */
  label: string
  time: string
  color: string | undefined
  /** In pixels. */
  top: number
  height: number
  /** In parts of the width. */
  left: number
  width: number
  isTentative: boolean
  conflict: string
  isUnsaved: boolean
  isCarried: boolean
  isActive: boolean
}

const WHOLE = 100
/** Below this there is no room for a third line, or for a second. */
const LOW = 60
const LOWEST = 36

export const Block = memo(function Block(props: BlockProps) {
  const { id, title, speakers, label, time, color, top, height, left, width } = props
  const { isTentative, conflict, isUnsaved, isCarried, isActive } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button cannot hold the handle that changes the length
    <div
      className="s-block"
      role="button"
      tabIndex={isActive ? 0 : -1}
      data-session={id}
      data-conflict={conflict || undefined}
      data-unsaved={isUnsaved || undefined}
      data-tentative={isTentative || undefined}
      data-carried={isCarried || undefined}
      data-low={height < LOWEST ? 'lowest' : height < LOW ? 'low' : undefined}
      style={{
        top,
        height,
        left: `${left * WHOLE}%`,
        width: `${width * WHOLE}%`,
        ...(color && { '--track': color }),
      }}
    >
      <span className="s-block-inside">
        <strong>
          {title}
          <span className="hidden-label">{label}</span>
        </strong>
        <span className="s-block-time" aria-hidden="true">
          {time}
          {isUnsaved && ` · ${t('schedule.unsaved')}`}
        </span>
        {speakers && (
          <span className="s-block-people" aria-hidden="true">
            {speakers}
          </span>
        )}
      </span>
      <span className="s-resize" data-resize="" />
    </div>
  )
})
