import { type ChainTime, isFlowQueryError, toDate } from '@flow-query/core'
import { countFlows } from '@flow-query/core/collection'
import { ago, formatAmount, formatCount, formatNumber, formatRelativeTime, formatTime } from '@flow-query/format'
import { upcomingRuns } from '@flow-query/insights'
import { z } from 'zod'
import { describeCoverage } from '../answer/describe.js'
import { fittingSpace } from '../answer/result.js'
import { readFlows } from '../chain.js'
import { readTime } from '../chain-time.js'
import { coverageNotes } from '../remaining.js'
import { coverage, cursor, detail, label, nextCursor, notes, summary } from '../schemas.js'
import { type Call, defineTool } from '../tool.js'
import { sentence, untrusted, withoutSpaces } from '../untrusted.js'

export const chainOverview = defineTool({
  name: 'chain_overview',
  title: 'Overview of the chain',
  description:
    'Counts the flows of the chain by status, message type and owner, and shows the next runs and the state of the node. For failing flows, use list_failing.',
  input: z.object({ detail, cursor }),
  output: z.object({
    summary,
    node: z
      .object({ height: z.string(), blockTime: z.string(), delay: z.string() })
      .describe('The newest block of the node'),
    totalBurnt: z.string().nullable().describe('How much all runs have burned. Null if the node does not report it'),
    status: z.record(z.string(), z.int()),
    messageTypes: z.array(z.object({ type: z.string(), flows: z.int() })),
    owners: z.array(z.object({ owner: z.string(), flows: z.int() })),
    nextRuns: z.array(z.object({ flow: z.string(), label, when: z.string() })),
    coverage,
    notes,
    nextCursor,
  }),
  async answer(args, call) {
    const { chain, options, now, place, cursorTo } = call
    const newest = await readTime(call)
    const [part, totalBurnt] = await Promise.all([readFlows(chain, undefined, place, options), readBurnt(call)])
    const counts = countFlows(part.flows, newest)
    const [types, owners] = [mostFirst(counts.messageType), mostFirst(counts.owner)]
    const runs = upcomingRuns(part.flows, newest, { limit: 20 })
    return fittingSpace({ text: 160, items: args.detail === 'detailed' ? 20 : 5 }, space => ({
      summary: `${part.next ? 'The newest ' : ''}${formatCount(part.flows.length, 'flow')} of ${formatCount(owners.length, 'owner')}: ${formatNumber(counts.status.active)} active, ${formatNumber(counts.status.scheduled)} scheduled, ${formatNumber(counts.status.completed)} completed and ${formatNumber(counts.status.stopped)} stopped.`,
      node: describeNode(newest, now),
      totalBurnt,
      status: counts.status,
      messageTypes: types.slice(0, space.items).map(([type, flows]) => ({ type: untrusted(type, space.text), flows })),
      owners: owners.slice(0, space.items).map(([owner, flows]) => ({ owner: untrusted(owner), flows })),
      nextRuns: runs.slice(0, space.items).map(({ flow, time }) => ({
        flow: flow.id,
        label: untrusted(flow.label, Math.min(space.text, 120)),
        when: formatRelativeTime(time, newest.readAt),
      })),
      coverage: describeCoverage(part),
      notes: [
        ...(owners.length > space.items
          ? [
              `Only ${space.items} of ${formatCount(owners.length, 'owner')} are listed, those with the most flows. For the flows of another owner, use find_flows.`,
            ]
          : []),
        ...coverageNotes(part),
      ],
      nextCursor: part.next && cursorTo(part.next),
    }))
  },
})

type Count = readonly [name: string, flows: number]

function mostFirst(counts: ReadonlyMap<string, number>): Count[] {
  return Array.from(counts).sort(([, a], [, b]) => b - a)
}

function describeNode(newest: ChainTime, now: number) {
  const { height, block } = withoutSpaces(newest)
  const time = toDate(block)
  return {
    height: sentence(height),
    blockTime: formatTime(block),
    delay: time ? ago(time.getTime(), now) : 'unknown',
  }
}

async function readBurnt({ chain: { client, height }, options }: Call): Promise<string | null> {
  try {
    return sentence(formatAmount(withoutSpaces(await client.totalBurnt({ height }, options))))
  } catch (error) {
    if (isFlowQueryError(error)) return null
    throw error
  }
}
