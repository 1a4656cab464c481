/**
 * Returns the seconds since 1970 of a `datetime-local` field, or `0` if it is empty. While a user types a year
 * such as 2027, the field contains the year 2, which is before 1970.
 */
export function startOf(local: string): string {
  if (local === '') return '0'
  return String(Math.max(1, Math.floor(Date.parse(local) / 1000)) || 1)
}

/** Returns the value of a `datetime-local` field, which has no time zone. Empty if the draft has no start time. */
export function localTime(startAt: string): string {
  const date = new Date(Number(startAt) * 1000)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return startAt === '0' || Number.isNaN(local.getTime()) ? '' : local.toISOString().slice(0, 19)
}
