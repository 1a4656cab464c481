/** Formats a time in the local time zone, such as `21:57:56`. */
export const timeOfDay = (time: number): string => new Date(time).toTimeString().slice(0, 8)
