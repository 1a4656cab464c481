/**
 * Returns the number of withdrawals that are still open when a block executes its flows. The chain completes withdrawals at the end of
 * a block, and it executes flows at the start.
 *
 * @param blockBefore the time of the block before, in the same unit
 */
export function countOpen<Time extends number | bigint>(completions: readonly Time[], blockBefore: Time): number {
  return completions.filter(completion => completion > blockBefore).length
}
