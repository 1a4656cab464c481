import { readFileSync } from 'node:fs'

/** A message of a node. */
interface RecordedFrame {
  jsonrpc: string
  id: number
  result?: { query?: string; data?: unknown; events?: Record<string, string[]> }
}

/** Returns the messages that real nodes sent to their subscribers. */
export function recordedFrames(): RecordedFrame[] {
  return ['v1', 'v1-interchain', 'v1beta1-interchain'].flatMap(version =>
    JSON.parse(readFileSync(new URL(`../../testing/recordings/${version}/events.json`, import.meta.url), 'utf8')),
  )
}
