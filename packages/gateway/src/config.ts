import { readFileSync } from 'node:fs'
import type { GatewayOptions } from './options.js'

/** The options that a configuration file can set, and the JSON types of their values. */
const configurable: { readonly [Name in keyof GatewayOptions]?: readonly string[] } = {
  lcd: ['string', 'list'],
  rpc: ['string', 'list'],
  service: ['string'],
  timeout: ['number'],
  retries: ['number'],
  maxBodyBytes: ['number'],
  port: ['number'],
  host: ['string'],
  cacheBytes: ['number'],
  eventLimits: ['object'],
  redis: ['string'],
  requestsPerMinute: ['number'],
  limits: ['object'],
  logLevel: ['string'],
  shutdownDelay: ['number'],
  shutdownTimeout: ['number'],
}

/**
 * Reads a JSON file with options of {@link startGateway}.
 *
 * @throws {Error} if the file can't be read, isn't JSON, or contains an unknown option or a value of the wrong type
 */
export function readConfig(path: string): Partial<GatewayOptions> {
  const config = parse(path, readFileSync(path, 'utf8'))
  if (typeOf(config) !== 'object') throw new Error(`${path} must contain a JSON object.`)
  for (const [name, value] of Object.entries(config as object)) {
    const types = configurable[name as keyof GatewayOptions]
    if (!types)
      throw new Error(
        `${path} has the unknown option "${name}". Known options: ${Object.keys(configurable).join(', ')}.`,
      )
    if (!types.includes(typeOf(value))) throw new Error(`${path}: "${name}" must be a ${types.join(' or a ')}.`)
  }
  return config as Partial<GatewayOptions>
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${path} is not valid JSON: ${(error as Error).message}`)
  }
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value
}
