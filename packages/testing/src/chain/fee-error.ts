/** The error of an execution whose messages took effect but whose fee could not be collected. */
export const feeNotCollected =
  'distribution error: spendable balance 40000uinto is smaller than 92800uinto: insufficient funds'

/** Returns whether an error means that only the fee could not be collected. */
export function isFeeError(error: string): boolean {
  return error.startsWith('distribution error')
}
