import { type Flow, flowStatus, toDate } from '@flow-query/core'
import { compareHealth, type FlowHealth, flowHealth, flowsToCheck, needsAttention } from '@flow-query/core/insights'
import { formatCount, formatNumber } from '@flow-query/format'
import { z } from 'zod'
import { fittingPage } from '../answer.js'
import { type Chain, readAgent, readEach, readFlows, readRuns } from '../chain.js'
import { describeCoverage, describeHealth, type Runs } from '../describe.js'
import { coverageNotes, remaining } from '../remaining.js'
import { coverage, cursor, detail, health, label, limit, nextCursor, notes, owner, summary } from '../schemas.js'
import { type Call, defineTool } from '../tool.js'
import { untrusted } from '../untrusted.js'

/** The number of flows that one answer checks. Each flow takes one or two requests. */
const batchSize = 200

export const listFailing = defineTool({
  name: 'list_failing',
  title: 'List failing flows',
  description:
    'Lists the flows that need attention, worst first, each with its error and a fix. Checks up to 200 flows per call, because each takes a request.',
  input: z.object({
    owner,
    endedWithinDays: z
      .int()
      .min(0)
      .max(3_650)
      .default(7)
      .describe('Also check flows that ended up to this many days ago. 0 skips ended flows. Default: 7'),
    limit: limit(30, 10),
    detail,
    cursor,
  }),
  output: z.object({
    summary,
    failing: z.array(health.extend({ id: z.string(), label, owner: z.string() })),
    flowsChecked: z.int().describe('How many flows were checked in this call'),
    coverage,
    notes,
    nextCursor,
  }),
  async answer(args, call) {
    const { chain, options, place, cursorTo } = call
    const now = place.now ?? call.now
    const part = await readFlows(chain, args.owner, place, options)
    const since = now - args.endedWithinDays * 86_400_000
    const candidates = flowsToCheck(part.flows, now).filter(
      flow => flowStatus(flow, now) === 'active' || lastRun(flow) >= since,
    )
    const start = place.examined ?? 0
    const batch = candidates.slice(start, start + batchSize)
    const states = await readEach(batch, flow => stateIfFailing(chain, flow, now, options))
    const failing = states.filter(state => state !== null).sort(compareHealth)
    const skip = place.skip ?? 0
    const isDetailed = args.detail === 'detailed'
    const space = { text: isDetailed ? 400 : 200, items: 5 }
    const rows = failing.slice(skip, skip + args.limit).map(({ flow, runs }) => ({
      id: flow.id,
      label: untrusted(flow.label, 120),
      owner: untrusted(flow.owner),
      ...describeHealth(flow, runs, now, isDetailed, space),
    }))
    const unchecked = candidates.length - start - batch.length
    return fittingPage(rows, shown => ({
      summary: `${failing.length ? formatNumber(failing.length) : 'None'} of ${formatCount(batch.length, 'checked flow')} ${failing.length < 2 ? 'needs' : 'need'} attention.`,
      failing: shown,
      flowsChecked: batch.length,
      coverage: describeCoverage(part),
      notes: [
        ...(skip + shown.length < failing.length
          ? [`Only number ${skip + 1} to ${skip + shown.length} are listed, worst first. For more, use nextCursor.`]
          : []),
        ...(unchecked > 0
          ? [
              `${formatCount(unchecked, 'flow')} ${unchecked === 1 ? 'was' : 'were'} not checked. To check them, use nextCursor.`,
            ]
          : []),
        ...coverageNotes(part),
      ],
      nextCursor: remaining({
        part,
        place: { ...place, now },
        shown: skip + shown.length,
        found: failing.length,
        nextBatch: unchecked > 0 ? { ...withoutSkip(place), examined: start + batch.length, now } : undefined,
        cursorTo,
      }),
    }))
  },
})

function withoutSkip<Place extends { skip?: number }>({ skip: _, ...place }: Place): Omit<Place, 'skip'> {
  return place
}

function lastRun({ execTime }: Flow): number {
  return toDate(execTime)?.getTime() ?? 0
}

/** Five runs show whether a flow is failing. If it is, 100 runs show since when. */
const [few, many] = [5, 100]

interface State {
  flow: Flow
  health: FlowHealth
  runs: Runs
}

async function stateIfFailing(chain: Chain, flow: Flow, now: number, options: Call['options']): Promise<State | null> {
  const newest = await readRuns(chain, flow, few, options)
  if (!needsAttention(flowHealth(flow, newest, now))) return null
  const page = newest.nextKey === null ? newest : await readRuns(chain, flow, many, options)
  const health = flowHealth(flow, page, now)
  const needsAgent = 'cause' in health && health.cause === 'agentFeeNotPaid'
  return { flow, health, runs: { page, agent: needsAgent ? await readAgent(chain, flow, options) : undefined } }
}
