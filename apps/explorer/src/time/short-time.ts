/** Formats a time for a table. The date is omitted if it is today. */
export function shortTime(time: number, now: number): string {
  return new Date(time).toDateString() === new Date(now).toDateString()
    ? seconds.format(time)
    : `${days.format(time)}, ${minutes.format(time)}`
}

const seconds = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const minutes = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
