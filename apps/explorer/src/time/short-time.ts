/** Formats a time for a table. The date is omitted if it is today. */
export function shortTime(time: number, now: number): string {
  return isToday(time, now) ? seconds.format(time) : dayAndMinute(time)
}

/** Formats a time to the minute. The date is omitted if it is today. */
export function shortMinute(time: number, now: number): string {
  return isToday(time, now) ? minutes.format(time) : dayAndMinute(time)
}

function isToday(time: number, now: number): boolean {
  return new Date(time).toDateString() === new Date(now).toDateString()
}

function dayAndMinute(time: number): string {
  return `${days.format(time)}, ${minutes.format(time)}`
}

const seconds = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const minutes = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
