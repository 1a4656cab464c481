import { checkInteger, invalidArgument } from './errors.js'
import type { FlowId } from './types.js'

/** The one form of a flow id, or undefined where it is no uint64. */
export function normalizedId(id: FlowId): string | undefined {
  if (!/^0*\d{1,20}$/.test(`${id}`) || (typeof id === 'number' && !Number.isSafeInteger(id))) return undefined
  const integer = BigInt(id)
  return integer < 2n ** 64n ? `${integer}` : undefined
}

/** @throws {FlowQueryError} `argument` for what is no uint64 */
export function checkedId(name: string, id: FlowId): string {
  const normalized = normalizedId(id)
  if (normalized === undefined) throw invalidArgument(name, id, 'a uint64')
  return normalized
}

/**
 * An address or a connection id. Whether there is such a thing is the node's to say; here it only must not lead to
 * another path.
 *
 * @throws {FlowQueryError} `argument`
 */
export function checkedName(name: string, value: string, expected: string): string {
  if (typeof value !== 'string' || !/^[\w-]+$/.test(value)) throw invalidArgument(name, value, expected)
  return value
}

/**
 * @throws {FlowQueryError} `argument` for what is no height, and in a page: code with a location has an origin, and CORS
 * holds for it, as in a page and its workers, and not in Node, Bun or Deno
 */
export function checkHeight(height: number, allowInPages: boolean): void {
  checkInteger('height', height, 1)
  if (typeof location !== 'undefined' && !allowInPages)
    throw invalidArgument(
      'height',
      height,
      'for pages: CORS refuses its header. Behind a proxy that does not, set `allowHeight`',
    )
}
