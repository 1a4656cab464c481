import { readFileSync } from 'node:fs'
import type { CommandUnknownOpts, Option } from '@commander-js/extra-typings'
import { UsageError } from './settings.js'

/**
 * Sets the options of a command from a JSON file. The names are those of the command line without dashes, and the values are parsed
 * in the same way. Options of the command line and environment variables have precedence.
 *
 * @throws {UsageError} if the file can't be read, or contains an unknown option or an invalid value
 */
export function applyConfig(command: CommandUnknownOpts, path: string): void {
  for (const [name, value] of Object.entries(read(path))) {
    const owner = [command, command.parent].find(one => one?.options.some(isNamed(name)))
    const option = owner?.options.find(isNamed(name))
    if (!owner || !option || notConfigurable.has(name))
      throw new UsageError(
        `${path}: "${name}" is not an option of flow-query ${command.name()}.`,
        `To list the options, run: flow-query ${command.name()} --help`,
      )
    const attribute = option.attributeName()
    if (['cli', 'env'].includes(owner.getOptionValueSource(attribute) ?? '')) continue
    const parsed = parse(option, value, problem => new UsageError(`${path}: "${name}" ${problem}`, `Change ${path}.`))
    if (parsed !== undefined) owner.setOptionValueWithSource(attribute, parsed, 'config')
  }
}

const notConfigurable = new Set(['config', 'help', 'version'])

/** Options whose value can contain several URLs with commas between them. */
const separated = new Set(['rpc'])

function isNamed(name: string): (option: Option) => boolean {
  return ({ long }) => long === `--${name}`
}

function read(path: string): object {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`${path} can't be read: ${(error as Error).message}`, 'Check the path after --config.')
  }
  try {
    const config: unknown = JSON.parse(text)
    if (typeof config === 'object' && config !== null && !Array.isArray(config)) return config
  } catch (error) {
    throw new UsageError(`${path} is not valid JSON: ${(error as Error).message}`, `Correct ${path}.`)
  }
  throw new UsageError(`${path} must contain a JSON object.`, 'It should look like {"port": 8080}')
}

function parse(option: Option, value: unknown, problem: (text: string) => UsageError): unknown {
  if (option.isBoolean()) {
    if (typeof value !== 'boolean') throw problem(`must be true or false, got ${JSON.stringify(value)}.`)
    return value || undefined
  }
  if (Array.isArray(value) && separated.has(option.name())) return parse(option, value.join(), problem)
  const isList = option.variadic || Array.isArray(option.defaultValue)
  if (Array.isArray(value) && !isList) throw problem('must be a single value, got a list.')
  const texts = [value].flat().map(one => {
    if (typeof one === 'string' || typeof one === 'number') return String(one)
    throw problem(`must be a string or a number, got ${JSON.stringify(one)}.`)
  })
  let parsed: unknown = option.variadic ? [] : option.defaultValue
  for (const text of texts) {
    try {
      // Commander uses its own parser for choices, and options without a parser are texts.
      parsed = option.parseArg
        ? (option.parseArg(text, parsed) as unknown)
        : option.variadic
          ? [...(parsed as string[]), text]
          : text
    } catch (error) {
      throw problem(`has the invalid value ${JSON.stringify(text)}. ${(error as Error).message}`)
    }
  }
  return parsed
}
