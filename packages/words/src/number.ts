const numbers = new Intl.NumberFormat('en')

/** `1234567` as `1,234,567`, without loss; what is no integer stays as it is. */
export function formatNumber(value: string | number | bigint): string {
  const text = `${value}`
  return /^-?\d+$/.test(text) ? numbers.format(BigInt(text)) : text
}

/** `1 flow`, `1,234 flows`. */
export function formatCount(count: number, one: string, many: string = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

const lists = {
  and: new Intl.ListFormat('en-GB', { type: 'conjunction' }),
  or: new Intl.ListFormat('en-GB', { type: 'disjunction' }),
}

/** `a`, `a and b`, `a, b and c`. */
export function formatList(parts: readonly string[], link: 'and' | 'or' = 'and'): string {
  return lists[link].format(parts)
}
