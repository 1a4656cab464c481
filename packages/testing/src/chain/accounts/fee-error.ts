export const feeNotCollected =
  'distribution error: spendable balance 40000uinto is smaller than 92800uinto: insufficient funds'

export function isFeeError(error: string): boolean {
  return error.startsWith('distribution error')
}
