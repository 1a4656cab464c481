import { readFileSync } from 'node:fs'
import { type AnyMessage, createFlowClient, type FlowClient, type FlowHistoryEntry, v1 } from '@flow-query/core'
import { type Exchange, replayRecordings } from '@flow-query/testing'
import { type FlowDraft, parseDraft } from '../src/draft/index.js'

const root = new URL('../../testing/recordings/v1-drafts/', import.meta.url)
const recorded: Exchange[] = JSON.parse(readFileSync(new URL('state.json', root), 'utf8'))
/** The recording lacks the query that identifies the release. */
const burnt: Exchange = {
  request: { method: 'GET', path: '/intento/intent/v1/total_burnt_coins' },
  response: { status: 200, headers: {}, body: '{"total_burnt":{"denom":"uinto","amount":"1"}}' },
}
const state = [...recorded, burnt]

export interface RecordedDraft {
  name: string
  message: AnyMessage
  draft: FlowDraft
  /** Whether the node accepted the flow. */
  isAccepted: boolean
  said: string
  /** The runs of the flow with the schedule with which it was submitted. */
  submitted: { draft: FlowDraft; runs: FlowHistoryEntry[] } | undefined
  /** Creates a client of the node. A node that can't simulate transactions refuses all of them as unsupported. */
  client: (node?: 'simulates' | 'cannotSimulate') => FlowClient
}

interface Recorded {
  name: string
  message: AnyMessage
  simulate: { status: number; body: string }
  submitted?: { duration: string; interval: string; runs: object[] }
}

export const recordedDrafts: RecordedDraft[] = (
  JSON.parse(readFileSync(new URL('drafts.json', root), 'utf8')) as Recorded[]
).map(({ name, message, simulate, submitted }) => {
  const body = JSON.parse(simulate.body)
  return {
    name,
    message,
    draft: parseDraft(message),
    isAccepted: simulate.status === 200,
    said: body.message ?? '',
    submitted: submitted && {
      draft: parseDraft({ ...message, duration: submitted.duration, interval: submitted.interval }),
      runs: v1.mappers.flowHistory({ history: submitted.runs, pagination: { next_key: null, total: '0' } }, false)
        .history,
    },
    client: (node = 'simulates') => {
      const replay = replayRecordings({ 'http://node': state })
      return createFlowClient({
        lcd: 'http://node',
        retries: 0,
        fetch: async (input, init) => {
          const isSubmission = String(init?.body ?? '').includes(
            '"messages":[{"@type":"/intento.intent.v1.MsgSubmitFlow"',
          )
          return isSubmission && node === 'simulates'
            ? new Response(simulate.body, { status: simulate.status })
            : replay(input, init)
        },
      })
    },
  }
})
