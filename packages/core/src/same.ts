/** Whether two answers say the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

/** `fresh`, or what `before` has of it: all of it where nothing has changed, else its fields that have not. */
export function keepSameParts<Item extends object>(before: Item, fresh: Item): Item {
  const kept: Item = { ...fresh }
  let isChanged = false
  for (const field of Object.keys(fresh) as (keyof Item)[]) {
    if (isSame(before[field], fresh[field])) kept[field] = before[field]
    else isChanged = true
  }
  return isChanged ? kept : before
}
