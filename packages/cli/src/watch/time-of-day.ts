export const timeOfDay = (time: number): string => new Date(time).toTimeString().slice(0, 8)
