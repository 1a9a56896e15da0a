/** Where the feeds of a schedule are read. */

export type FeedFormat = 'json' | 'xml' | 'ics' | 'xcal'

export function feedPath(identifier: string, format: FeedFormat): string {
  return `/v1/events/${identifier}/schedule.${format}`
}

/** The address as an SQL expression over an event `t`, once it is published. Connections know the address of the service. */
export function feedExpression(format: FeedFormat): string {
  const path = feedPath("' || t.identifier || '", format)
  return `case when t.state = 'published' then current_setting('plenum.public_url', true) || '${path}' end`
}
