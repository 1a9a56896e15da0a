/** `schedule.ics` (RFC 5545). Only this file knows the library. */
import ICAL from 'ical.js'
import { type CalendarOptions, calendarOf } from './calendar.ts'

// The library does not count the space that a continued line begins with.
ICAL.foldLength = 74

export function iCalendar(options: CalendarOptions): string {
  return ICAL.stringify(calendarOf(options))
}
