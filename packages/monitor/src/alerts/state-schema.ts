import * as z from 'zod'
import type { Alert } from './alert.js'
import type { Incidents } from './incident-log.js'
import type { Outbox } from './outbox.js'

export interface MonitorState {
  incidents: Incidents
  outbox: Outbox
  disabledWebhook: string | null
  /** The hash of the webhook that got the last message. */
  receiver?: string
  /** Alerts that ended recently, newest last. Only kept for subscribers. */
  ended?: Alert[]
}

const count = z.int().nonnegative()
const time = z.number()
const counts = z.record(z.string(), count)

export const alert = z.object({
  id: z.string(),
  kind: z.enum(['flow.failing', 'flow.stopped', 'flow.will_fail', 'flow.low_funds', 'node.unreachable', 'node.silent']),
  status: z.enum(['open', 'resolved']),
  at: z.iso.datetime({ offset: true }),
  flow: z.object({ id: z.string(), label: z.string(), owner: z.string() }).nullable(),
  run: z.number().nullable(),
  cause: z.string().nullable(),
  title: z.string(),
  text: z.string().nullable(),
  stops: z.boolean().default(false),
  reason: z.enum(['recovered', 'failed', 'stopped', 'over', 'gone']).exactOptional(),
})

const message = z.object({
  id: z.string(),
  alerts: z.array(alert),
  at: z.string().exactOptional(),
  total: count,
  counts,
  attempts: count,
  isRejected: z.boolean(),
  nextAttempt: time,
  scheduledAt: time,
})

const state = z.object({
  incidents: z.object({
    block: z.object({ height: count, time }).nullable(),
    checkedAt: time.nullable(),
    open: z.record(
      z.string(),
      z.object({
        ...{ alert, anchor: z.string(), openedAt: time, dueAt: time.nullable() },
        balance: z.string().exactOptional(),
        clearSince: time.exactOptional(),
        isMissing: z.literal(true).exactOptional(),
      }),
    ),
    begun: count.default(0),
  }),
  outbox: z.object({
    pending: z.array(alert),
    omitted: counts,
    pendingSince: time.nullable(),
    messages: z.array(message),
  }),
  disabledWebhook: z.string().nullable(),
  receiver: z.string().exactOptional(),
  ended: z.array(alert).exactOptional(),
}) satisfies z.ZodType<MonitorState>

export function parseState(stored: unknown): { state: MonitorState } | { problem: string } {
  const parsed = state.safeParse(stored)
  if (parsed.success) return { state: parsed.data }
  const [issue] = parsed.error.issues
  const path = issue?.path ?? []
  return { problem: `\`${z.core.toDotPath(path)}\` is ${valueAt(stored, path) === undefined ? 'missing' : 'invalid'}` }
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((parent, key) => Object(parent)[key], value)
}
