import { expect } from 'vitest'
import { maximumBytes } from '../src/answer/result.js'
import type { Assistant, Reply } from './ask.js'

/** Expects that an answer is not too long. */
export function expectBounded(name: string, { bytes }: Reply): void {
  // The client adds a few bytes to the result.
  expect(bytes, name).toBeLessThan(maximumBytes + 500)
}

/** Follows the cursors and expects each item once. */
export async function expectComplete(
  { ask }: Assistant,
  tool: string,
  list: string,
  args: Record<string, unknown>,
  count: number,
): Promise<void> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const reply = await ask(tool, { ...args, ...(cursor && { cursor }) })
    expect(reply.isError, reply.text).toBe(false)
    expectBounded(tool, reply)
    const data = reply.data as unknown as { [list: string]: { id: string }[] } & { nextCursor: string | null }
    ids.push(...(data[list] ?? []).map(({ id }) => id))
    cursor = data.nextCursor ?? undefined
  } while (cursor && ids.length <= count)
  expect(new Set(ids).size).toBe(count)
  expect(ids.length).toBe(count)
}
