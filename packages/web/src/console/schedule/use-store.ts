/** Joins the store with the page: what others change comes in, what happens is said, and nobody leaves by mistake. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { note } from '../parts/announcer.tsx'
import { addGuard } from '../router.tsx'
import { t } from '../words.ts'
import type { ReadItems } from './model.ts'
import { pulseQuery } from './read.ts'
import { ScheduleStore } from './store.ts'

export function useStore(event: string, read: ReadItems): ScheduleStore {
  const [store] = useState(
    () =>
      new ScheduleStore(event, read.items, (told) =>
        note(
          told.kind === 'changed'
            ? t('schedule.lost', { title: told.item.title })
            : t('schedule.refused', { title: told.item.title, text: told.text }),
        ),
      ),
  )
  const queries = useQueryClient()
  const { data: pulse } = useQuery(pulseQuery(event))
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever a session has changed
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: ['schedule', event] })
    void queries.invalidateQueries({ queryKey: ['conflicts', event] })
  }, [pulse])
  const isSaved = useSyncExternalStore(store.subscribe, () => store.snapshot().unsaved.size === 0)
  useEffect(() => {
    if (isSaved) void queries.invalidateQueries({ queryKey: ['conflicts', event] })
  }, [isSaved, queries, event])
  useEffect(() => {
    const moved = store.refresh(read)
    if (moved.length > 0) note(t('schedule.others', { titles: moved.map(({ title }) => title).join(', ') }))
  }, [store, read])
  useEffect(() => {
    const ask = (leaving: BeforeUnloadEvent) => {
      if (store.snapshot().unsaved.size > 0) leaving.preventDefault()
    }
    addEventListener('beforeunload', ask)
    const free = addGuard(() => store.snapshot().unsaved.size === 0 || confirm(t('schedule.leave')))
    return () => {
      removeEventListener('beforeunload', ask)
      free()
      store.close()
    }
  }, [store])
  return store
}
