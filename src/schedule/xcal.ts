/** `schedule.xcal` (RFC 6321): the calendar as XML. */
import { type CalendarOptions, calendarOf } from './calendar.ts'
import type { Component } from './jcal.ts'
import { type Element, xmlText } from './xml.ts'

export function xCal(options: CalendarOptions): string {
  const calendar = calendarOf(options)
  return xmlText({
    icalendar: { '@xmlns': 'urn:ietf:params:xml:ns:icalendar-2.0', [calendar[0]]: elementOf(calendar) },
  })
}

function elementOf([, properties, components]: Component): Element {
  const values = properties.map(([name, parameters, type, value]) => [
    name,
    { ...(Object.keys(parameters).length > 0 && { parameters: parametersOf(parameters) }), [type]: value },
  ])
  const parts = Map.groupBy(components, ([name]) => name)
  const within = [...parts].map(([name, some]) => [name, some.map(elementOf)])
  return {
    properties: Object.fromEntries(values),
    ...(components.length > 0 && { components: Object.fromEntries(within) }),
  }
}

function parametersOf(parameters: Record<string, string>): Element {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, { text: value }]))
}
