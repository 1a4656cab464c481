/** Returns the milliseconds that `work` takes. */
export function timeOf(work) {
  const began = performance.now()
  work()
  return performance.now() - began
}

export function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]
}

/** Rounds a number to two decimals. */
export function rounded(number) {
  return Math.round(number * 100) / 100
}
