/** Uses no recursion, because messages can be nested deeply. */
export function* textsIn(value: unknown): Generator<string> {
  const left = [value]
  for (const one of left) {
    if (typeof one === 'string') yield one
    // The list can be longer than the maximum number of arguments of `push`.
    if (typeof one === 'object' && one !== null) for (const part of Object.values(one)) left.push(part)
  }
}
