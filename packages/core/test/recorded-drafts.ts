import { readFileSync } from 'node:fs'
import type { AnyMessage } from '../src/types.js'

const root = new URL('../../testing/recordings/v1-drafts/', import.meta.url)

/** A message of a new flow, and what a node said about it. */
export interface RecordedDraft {
  name: string
  what: string
  message: AnyMessage
  simulate: { status: number; body: string }
}

export const recordedDrafts: RecordedDraft[] = JSON.parse(readFileSync(new URL('drafts.json', root), 'utf8'))
