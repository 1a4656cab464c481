/** Seeds that have failed, with the reason. They always run. */
export const keptSeeds: readonly { readonly seed: number; readonly reason: string }[] = []
