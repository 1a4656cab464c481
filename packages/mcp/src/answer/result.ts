import type { CallToolResult } from '@modelcontextprotocol/server'
import { outlineOf } from './outline.js'

export interface Answer {
  summary: string
  [field: string]: unknown
}

/**
 * The maximum size of an answer, text and structured content together, in bytes. A token has at least one byte, so an answer has fewer
 * than 25,000 tokens for every assistant.
 */
export const maximumBytes = 24_000

export function resultOf(answer: Answer): CallToolResult {
  return { content: [{ type: 'text', text: outlineOf(answer) }], structuredContent: answer }
}

function fits(answer: Answer): boolean {
  return Buffer.byteLength(JSON.stringify(resultOf(answer))) <= maximumBytes
}

/** Returns the answer with the most items that fits, and at least one item. */
export function fittingPage<Item, Page extends Answer>(items: readonly Item[], pageOf: (shown: Item[]) => Page): Page {
  let [least, most] = [Math.min(1, items.length), items.length]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (fits(pageOf(items.slice(0, middle)))) least = middle
    else most = middle - 1
  }
  return pageOf(items.slice(0, least))
}

export interface Space {
  text: number
  items: number
}

export function fittingSpace<Page extends Answer>(most: Space, answerWith: (space: Space) => Page): Page {
  for (let { text, items } = most; ; text = Math.ceil(text / 2), items = Math.ceil(items / 2)) {
    const answer = answerWith({ text, items })
    if (fits(answer) || text < 20) return answer
  }
}
