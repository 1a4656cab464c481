export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

/** Returns `before` if it equals `fresh`. Otherwise, returns a copy of `fresh` that reuses the unchanged values of `before`. */
export function keepSameParts<Item extends object>(before: Item, fresh: Item): Item {
  const kept: Item = { ...fresh }
  let isChanged = false
  for (const field of Object.keys(fresh) as (keyof Item)[]) {
    if (isSame(before[field], fresh[field])) kept[field] = before[field]
    else isChanged = true
  }
  return isChanged ? kept : before
}
