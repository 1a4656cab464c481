/** Seeds that have failed, with the reason. They always run. */
export const keptSeeds: readonly { readonly seed: number; readonly reason: string }[] = [
  { seed: 1035819948, reason: 'a gateway kept a response that it had requested before an event' },
  { seed: 1035819992, reason: 'an invalid response and an update at the same time left a query marked as stale' },
]
