/** A period of time, in milliseconds since 1970. `end` is not part of it. */
export interface TimeRange {
  start: number
  end: number
}

const period = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/
const instant = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/

/**
 * Returns the period that a text names: a year such as `2026`, a month such as `2026-03`, or a day such as `2026-03-31`. An ISO time
 * such as `2026-03-31T12:00:00Z` is a period of one millisecond. Without a time zone, times are in UTC. Returns null for any other text.
 *
 * For a range from one text to another one, use the start of the first period and the end of the second one.
 */
export function parsePeriod(text: string): TimeRange | null {
  const [, year, month, day] = period.exec(text) ?? []
  if (year !== undefined) {
    const start = Date.UTC(Number(year), Number(month ?? 1) - 1, Number(day ?? 1))
    const end = Date.UTC(
      Number(year) + (month === undefined ? 1 : 0),
      Number(month ?? 1) - 1 + (month !== undefined && day === undefined ? 1 : 0),
      Number(day ?? 1) + (day === undefined ? 0 : 1),
    )
    return isDate(start, text) ? { start, end } : null
  }
  const [, date = '', zone] = instant.exec(text) ?? []
  const start = Date.parse(zone === undefined ? `${text}Z` : text)
  if (Number.isNaN(start) || !isDate(Date.parse(date), date)) return null
  return { start, end: start + 1 }
}

/** Whether a day exists. February 30 would otherwise be a day in March. */
function isDate(time: number, text: string): boolean {
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
