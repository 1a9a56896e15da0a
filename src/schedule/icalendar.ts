/** `schedule.ics` (RFC 5545). Only this file knows the library. */
import ICAL from 'ical.js'
import { type CalendarOptions, calendarOf } from './calendar.ts'
import type { Component } from './jcal.ts'

// The library does not count the space that a continued line begins with.
ICAL.foldLength = 74

export function iCalendar(options: CalendarOptions): string {
  return iCalendarOf(calendarOf(options))
}

export function iCalendarOf(calendar: Component): string {
  return ICAL.stringify(calendar)
}
