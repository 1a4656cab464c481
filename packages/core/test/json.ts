import fc from 'fast-check'

/** Where in a JSON text a value stands. */
export interface Field {
  /** `flows[3].exec_time`; empty for the whole. */
  place: string
  start: number
  end: number
}

/** Every value of a JSON text, the whole of it first. */
export function fieldsOf(text: string): Field[] {
  const fields: Field[] = []
  let at = 0

  function space(): void {
    while (/\s/.test(text[at] ?? '')) at++
  }

  function string(): string {
    const start = at++
    while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
    return JSON.parse(text.slice(start, ++at))
  }

  function members(close: string, member: (index: number) => void): void {
    at++
    for (let index = 0; ; index++) {
      space()
      if (text[at] === close) break
      member(index)
      space()
      if (text[at] === ',') at++
    }
    at++
  }

  function value(place: string): void {
    space()
    const field = { place, start: at, end: at }
    fields.push(field)
    if (text[at] === '{')
      members('}', () => {
        const name = string()
        space()
        at++
        value(place ? `${place}.${name}` : name)
      })
    else if (text[at] === '[') members(']', index => value(`${place}[${index}]`))
    else if (text[at] === '"') string()
    else while (/[^\s,\]}]/.test(text[at] ?? ' ')) at++
    field.end = at
  }

  value('')
  return fields
}

/** Names that mean something to JavaScript, to a node's bodies or to nobody. */
const name = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'toJSON', 'then', 'length', ''),
  fc.constantFrom('code', 'message', 'details', '@type', 'denom', 'amount', 'total', 'next_key', 'connection_id'),
  fc.string({ maxLength: 5 }),
)

const scalar = fc.oneof(
  fc.constantFrom('null', 'true', 'false', '0', '-0', '1e999', '-1e-999', '1.5', '18446744073709551616', '""', '"0"'),
  fc.constantFrom(
    '"abc"',
    '"-1"',
    '" "',
    '"1e3"',
    '"\\ud800"',
    '"\\u0000"',
    '"codespace intent code 302: not found: x"',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }).map(text => JSON.stringify(text)),
  fc.double().map(number => JSON.stringify(number)),
)

/** JSON texts of any kind, hostile ones among them. */
export const anyJson: fc.Arbitrary<string> = fc.letrec<{ json: string }>(tie => ({
  json: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalar,
    fc.array(tie('json'), { maxLength: 4 }).map(items => `[${items.join()}]`),
    fc
      .array(fc.tuple(name, tie('json')), { maxLength: 4 })
      .map(fields => `{${fields.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join()}}`),
    fc.integer({ min: 1, max: 3_000 }).map(depth => '['.repeat(depth) + ']'.repeat(depth)),
  ),
})).json
