/** The times of a flow's runs, in nanoseconds since 1970. */
export interface Schedule {
  next: bigint
  end: bigint
  interval: bigint
}

/** If the owner moves the end before the next run, that run still happens. */
export function countRuns(schedule: Schedule): number {
  const { next, end, interval } = schedule
  return isRecurring(schedule) ? Number((end - next) / interval) + 1 : 1
}

/** The chain only returns the rest of the fee account in a run that is exactly at the end. */
export function endsOnTime(schedule: Schedule): boolean {
  const { next, end, interval } = schedule
  return isRecurring(schedule) ? (end - next) % interval === 0n : next === end
}

function isRecurring({ next, end, interval }: Schedule): boolean {
  return next < end && interval > 0n
}

/** If the conditions prevent a run, the chain schedules none that is exactly at the end. */
export function isScheduledAgain({ next, end, interval }: Schedule, isUnmet: boolean): boolean {
  const following = next + interval
  return interval > 0n && (following < end || (following === end && !isUnmet))
}

/** @param start the time of the block, or a later one */
export function firstRun(start: bigint, block: bigint, interval: bigint, duration: bigint): bigint {
  if (start > block) return start
  return start + (interval > 0n ? interval : duration)
}
