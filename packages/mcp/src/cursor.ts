import { createHash } from 'node:crypto'
import type { ChainTime } from '@flow-query/core'
import { Unanswerable } from './failure.js'

export interface Place {
  /** The ID of the newest flow to read. Without it, reading starts at the newest flow of the chain. */
  to?: string
  key?: string
  /** The number of flows or runs in the whole list, which is only counted for the first part. */
  total?: number
  examined?: number
  skip?: number
  /** The newest block of the first part, so that the list doesn't move while it is read. */
  time?: Pick<ChainTime, 'block' | 'height'>
}

export function cursorAt(place: Place, tool: string, args: object): string {
  return Buffer.from(JSON.stringify([digest(tool, args), place])).toString('base64url')
}

/** @throws {Unanswerable} if the cursor is invalid or belongs to another tool or to other arguments */
export function placeOf(tool: string, args: { cursor?: unknown }): Place {
  if (typeof args.cursor !== 'string') return {}
  const [of, place] = parsed(args.cursor)
  if (of !== digest(tool, args) || typeof place !== 'object' || place === null)
    throw new Unanswerable(
      'The cursor is invalid or belongs to other arguments.',
      'Repeat the call with the same arguments as before, or without `cursor` to start again.',
    )
  return place
}

function parsed(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

/** The size of a page can change from call to call, but the filters can't. */
function digest(tool: string, args: object): string {
  const { cursor: _, limit: __, detail: ___, ...filters } = args as Record<string, unknown>
  return createHash('sha256')
    .update(JSON.stringify([tool, filters]))
    .digest('base64url')
    .slice(0, 8)
}
