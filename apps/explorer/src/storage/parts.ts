import type { Flow } from '@flow-query/core'
import { afterFrame } from '../steps/steps'
import { decodeRows, encodeRows } from './rows'

/** The flows of one record. A record never changes, so a page never mixes flows of two saves. */
export interface Part {
  key: string
  flows: readonly Flow[]
}

export const partPrefix = 'part-'
/** The number of flows per record. Decoding one record takes less time than a frame. */
const partSize = 500
/** The number of records that are read together, because each read waits for the other tasks of the page. */
const partsPerRead = 10
/** The maximum duration of a decoding task in milliseconds, so that the browser can draw in between. */
const taskTime = 20

/**
 * Splits flows into records in short tasks, and encodes those that differ from the previous ones.
 *
 * @throws if a message is nested too deeply for JSON
 */
export async function encodeParts(flows: readonly Flow[], previous: readonly Part[]) {
  const parts: Part[] = []
  const newParts: [key: string, text: string][] = []
  for (let start = 0; start < flows.length; start += partSize) {
    const rows = flows.slice(start, start + partSize)
    const before = previous[parts.length]
    if (before && isSameRows(before.flows, rows)) {
      parts.push(before)
      continue
    }
    const key = `${partPrefix}${newId()}`
    parts.push({ key, flows: rows })
    newParts.push([key, encodeRows(rows)])
    await nextTask()
  }
  return { parts, newParts }
}

/**
 * Reads and decodes records in short tasks.
 *
 * @throws if a record is missing or corrupt
 */
export async function decodeParts(
  keys: readonly string[],
  getMany: (keys: string[]) => Promise<unknown[]>,
): Promise<Part[]> {
  const parts: Part[] = []
  const shared = new Map<string, unknown>()
  for (let start = 0; start < keys.length; start += partsPerRead) {
    const nextKeys = keys.slice(start, start + partsPerRead)
    const texts = await getMany(nextKeys)
    let began = performance.now()
    for (const [index, key] of nextKeys.entries()) {
      parts.push({ key, flows: decodeRows(String(texts[index]), shared) })
      if (performance.now() - began < taskTime) continue
      await nextTask()
      began = performance.now()
    }
  }
  return parts
}

/** Not `crypto.randomUUID`, which browsers only provide to pages with HTTPS. */
export function newId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
}

function isSameRows(one: readonly Flow[], other: readonly Flow[]): boolean {
  return one.length === other.length && one.every((flow, row) => flow === other[row])
}

/** Lets the browser handle input and draw. Hidden pages delay timeouts, but not messages. */
function nextTask(): Promise<void> {
  return new Promise(afterFrame)
}
