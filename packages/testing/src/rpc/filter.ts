import { lookUp } from '../look-up.js'
export type Attributes = Readonly<Record<string, readonly string[]>>

export interface Filter {
  text: string
  matches: (attributes: Attributes) => boolean
}

interface Token {
  kind: string
  text: string
  at: number
}

interface Condition {
  tag: string
  operator: string
  argument?: Token
}

const orderOperators = ['<= operator', '>= operator', '< operator', '> operator']
const operators = [...orderOperators, '= operator', 'CONTAINS operator', 'EXISTS operator']
const orderedValues = ['number', 'timestamp', 'datestamp']

export function parseFilter(query: string): Filter {
  const next = scanner(query)
  const conditions: Condition[] = []
  do {
    const tag = expectToken(next(), ['tag'])
    const operator = expectToken(next(), operators)
    const condition: Condition = { tag: tag.text, operator: operator.text }
    if (operator.text === 'CONTAINS') condition.argument = expectToken(next(), ['string'])
    else if (operator.text === '=') condition.argument = expectToken(next(), [...orderedValues, 'string'])
    else if (operator.text !== 'EXISTS') condition.argument = expectToken(next(), orderedValues)
    conditions.push(condition)
  } while (hasAnother(next()))
  return {
    text: conditions.map(print).join(' AND '),
    matches: attributes => conditions.every(condition => holds(condition, attributes)),
  }
}

function hasAnother(token: Token | string): boolean {
  if (typeof token === 'string') return false
  if (token.kind !== 'AND operator') throw new Error(`offset ${token.at}: got ${token.kind}, want AND operator`)
  return true
}

function expectToken(token: Token | string, kinds: readonly string[]): Token {
  if (typeof token === 'string') throw new Error(token)
  if (kinds.includes(token.kind)) return token
  const label = kinds.length === 1 ? kinds[0] : `${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1)}`
  throw new Error(`offset ${token.at}: got ${token.kind}, wanted ${label}`)
}

const tokenPattern = /\s*(?:(\d+(?:\.\d*)?)|(TIME|DATE) ([-T:+Z\d]*)|([\p{L}_][\p{L}\p{N}._-]*)|'([^']*)'|([<>]=?|=))/uy

function scanner(query: string): () => Token | string {
  let end = 0
  return () => {
    tokenPattern.lastIndex = end
    const found = tokenPattern.exec(query)
    if (!found) {
      const at = end + (/^\s*/.exec(query.slice(end))?.[0].length ?? 0)
      const character = query[at]
      end = query.length
      if (character === undefined || character === "'") return `offset ${at}: EOF`
      return `offset ${at}: invalid input ${character} at offset ${at + 1}`
    }
    end = tokenPattern.lastIndex
    const [whole, number, dated, date, word, string, operator] = found
    const at = end - whole.trimStart().length
    if (number !== undefined) return { kind: 'number', text: number, at }
    if (dated !== undefined) return { kind: dated === 'TIME' ? 'timestamp' : 'datestamp', text: date ?? '', at }
    if (string !== undefined) return { kind: 'string', text: string, at }
    const text = word ?? operator ?? ''
    const isOperator = operator !== undefined || ['AND', 'CONTAINS', 'EXISTS'].includes(text)
    return { kind: isOperator ? `${text} operator` : 'tag', text, at }
  }
}

function print({ tag, operator, argument }: Condition): string {
  const value = argument?.kind === 'string' ? `'${argument.text}'` : argument?.text
  return [tag, operator, value].filter(part => part !== undefined).join(' ')
}

function holds({ tag, operator, argument }: Condition, attributes: Attributes): boolean {
  const values = lookUp(attributes, tag)
  if (operator === 'EXISTS')
    return values !== undefined || Object.keys(attributes).some(name => name.startsWith(`${tag}.`))
  if (!values || !argument) return false
  const { kind, text } = argument
  if (operator === 'CONTAINS') return values.some(value => value.includes(text))
  if (kind === 'string') return values.includes(text)
  const read = kind === 'number' ? leadingNumber : Date.parse
  return values.some(value => compares(read(value), operator, read(text)))
}

function leadingNumber(value: string): number {
  return Number.parseFloat(value)
}

function compares(value: number, operator: string, bound: number): boolean {
  switch (operator) {
    case '=':
      return value === bound
    case '<':
      return value < bound
    case '<=':
      return value <= bound
    case '>':
      return value > bound
    default:
      return value >= bound
  }
}
