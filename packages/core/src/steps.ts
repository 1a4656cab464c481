/** A computation that pauses between short steps. Without a `next` call it does nothing, so you can stop it at any time. */
export type Steps<Result> = Generator<void, Result, void>

export const stepSize = 1_024

export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** A merge sort, because `Array.sort` can't pause. */
export function* sortInSteps<Item>(items: readonly Item[], compare: (a: Item, b: Item) => number): Steps<Item[]> {
  const parts: Item[][] = []
  for (let start = 0; start < items.length; start += stepSize) {
    yield
    parts.push(items.slice(start, start + stepSize).sort(compare))
  }
  while (parts.length > 1) {
    const merges = parts.splice(0)
    for (let index = 0; index < merges.length; index += 2) {
      parts.push(yield* merged(merges[index] as Item[], merges[index + 1] ?? [], compare))
    }
  }
  return parts[0] ?? []
}

function* merged<Item>(one: Item[], other: Item[], compare: (a: Item, b: Item) => number): Steps<Item[]> {
  const [last, first] = [one.at(-1), other[0]]
  if (last === undefined || first === undefined || compare(last, first) <= 0) return one.concat(other)
  const items: Item[] = []
  let [left, right] = [0, 0]
  while (left < one.length && right < other.length) {
    if (items.length % stepSize === 0) yield
    const [a, b] = [one[left] as Item, other[right] as Item]
    if (compare(a, b) <= 0) {
      items.push(a)
      left++
    } else {
      items.push(b)
      right++
    }
  }
  return items.concat(one.slice(left), other.slice(right))
}
