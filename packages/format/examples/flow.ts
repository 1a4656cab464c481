import type { ChainTime, Flow } from '@flow-query/core'
import { describeFlow, describeNextRun, describeRules, describeSchedule, phraseText } from '@flow-query/format'

/** Describes a flow for its owner. */
export function summary(flow: Flow, time: ChainTime): string[] {
  const { conditions, configuration } = describeRules(flow)
  return [
    describeFlow(flow), // Claim staking rewards, then send 0.000003 INTO every 20 seconds
    describeNextRun(flow, time), // ran 43 min ago
    describeSchedule(flow).join(' '), // every 20 seconds, from 20 Nov 2026, 20:58:04 UTC to 20 Nov 2026, 21:58:04 UTC
    ...conditions.slice(0, 1).map(phraseText), // Runs only while Amount.[0] of the last response > 0.000001 INTO
    ...configuration, // Keeps running after failures
  ]
}
