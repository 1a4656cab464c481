import fc from 'fast-check'

/** The position of a value in a JSON text. */
export interface Field {
  /** The path of the value, such as `flows[3].exec_time`. Empty for the root. */
  path: string
  start: number
  end: number
}

/** Returns the positions of all values in a JSON text, starting with the root. */
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

  function value(path: string): void {
    space()
    const field = { path, start: at, end: at }
    fields.push(field)
    if (text[at] === '{')
      members('}', () => {
        const name = string()
        space()
        at++
        value(path ? `${path}.${name}` : name)
      })
    else if (text[at] === '[') members(']', index => value(`${path}[${index}]`))
    else if (text[at] === '"') string()
    else while (/[^\s,\]}]/.test(text[at] ?? ' ')) at++
    field.end = at
  }

  value('')
  return fields
}

/** Field names with a meaning in JavaScript or in a node's responses, and random ones. */
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

/** Random JSON texts, including malicious and deeply nested ones. */
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
