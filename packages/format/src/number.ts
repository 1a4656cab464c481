const numbers = new Intl.NumberFormat('en')

/** Formats an integer of any size, such as `1,234,567`. Returns other values unchanged. */
export function formatNumber(value: string | number | bigint): string {
  const text = `${value}`
  return /^-?\d+$/.test(text) ? numbers.format(BigInt(text)) : text
}

/** Formats a count with its noun, such as `1 flow` or `1,234 flows`. */
export function formatCount(count: number, one: string, many: string = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

const lists = {
  and: new Intl.ListFormat('en-GB', { type: 'conjunction' }),
  or: new Intl.ListFormat('en-GB', { type: 'disjunction' }),
}

/** Joins the items of a list, such as `a`, `a and b`, or `a, b and c`. */
export function formatList(parts: readonly string[], link: 'and' | 'or' = 'and'): string {
  return lists[link].format(parts)
}
