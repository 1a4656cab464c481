import {
  type ChainTime,
  type Flow,
  type FlowHistoryPage,
  type FlowQueryError,
  toDate,
  toMilliseconds,
} from '@flow-query/core'
import { formatCount, formatNumber } from '@flow-query/format'
import { compareVerdicts, type FlowVerdict, readHealth, readVerdicts, recentHealthQueue } from '@flow-query/insights'
import pMap from 'p-map'
import { z } from 'zod'
import { describeCoverage, describeState } from '../answer/describe.js'
import { fittingPage } from '../answer/result.js'
import { concurrency, type Part, readFlows } from '../chain.js'
import { blockOf, readTime } from '../chain-time.js'
import { coverageNotes, remaining } from '../remaining.js'
import { coverage, cursor, detail, label, limit, nextCursor, notes, owner, summary, verdict } from '../schemas.js'
import { type Call, defineTool } from '../tool.js'
import { untrusted } from '../untrusted.js'

/** The number of flows that one answer checks. Each flow takes about three requests. */
const batchSize = 200
const newestRuns = 20

export const listFailing = defineTool({
  name: 'list_failing',
  title: 'List failing flows',
  description:
    'Lists the flows that need attention, worst first, each with its cause and a fix: flows that fail, will fail, will stop, or ended badly. Checks up to 200 flows per call, because each takes about three requests.',
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
    failing: z.array(verdict.extend({ id: z.string(), label, owner: z.string() })),
    flowsChecked: z.int().describe('How many flows were checked in this call'),
    coverage,
    notes,
    nextCursor,
  }),
  async answer(args, call) {
    const { place, cursorTo } = call
    const time = await readTime(call)
    const part = await readFlows(call.chain, args.owner, place, call.options)
    const candidates = inOrder(part.flows, time, args.endedWithinDays * 86_400_000)
    const start = place.examined ?? 0
    const batch = candidates.slice(start, start + batchSize)
    const unchecked = candidates.length - start - batch.length
    const result = await checkFlows(batch, part, call, time)
    const found = result.failing.length
    const skip = place.skip ?? 0
    const rows = await readRows(result, skip, args, call, time)
    return fittingPage(rows, shown => ({
      summary: `${found ? formatNumber(found) : 'None'} of ${formatCount(batch.length, 'checked flow')} ${found < 2 ? 'needs' : 'need'} attention.`,
      failing: shown,
      flowsChecked: batch.length,
      coverage: describeCoverage(part),
      notes: [...notesOf(result, skip, shown.length, unchecked), ...coverageNotes(part)],
      nextCursor: remaining({
        part,
        place: { ...place, time: blockOf(time) },
        shown: skip + shown.length,
        found,
        nextBatch:
          unchecked > 0 ? { ...withoutSkip(place), examined: start + batch.length, time: blockOf(time) } : undefined,
        cursorTo,
      }),
    }))
  },
})

/**
 * Returns the flows to check, those that run next first. A cursor counts the flows that have been checked, so a run after the time of the
 * first part must not change the order.
 */
function inOrder(flows: readonly Flow[], time: ChainTime, endedWithin: number): Flow[] {
  const current = new Map(flows.map(flow => [flow.id, flow]))
  const before = flows.map(flow => ({ ...flow, execTime: firstRunAfter(flow, time) }))
  return recentHealthQueue(before, time, endedWithin).flatMap(({ id }) => current.get(id) ?? [])
}

/** A run can be this late. */
const grace = 60_000

/** Returns the first run after a time according to the schedule, although the flow may have run since. */
function firstRunAfter(flow: Flow, { block }: ChainTime): string {
  const next = milliseconds(flow.execTime)
  const interval = toMilliseconds(flow.interval)
  const after = Math.max(milliseconds(flow.startTime), milliseconds(block) - grace)
  const runsSince = Math.ceil((next - after) / interval) - 1
  const hasRun = runsSince > 0 && Number.isFinite(runsSince)
  return hasRun ? new Date(next - runsSince * interval).toISOString() : flow.execTime
}

function milliseconds(time: string): number {
  return toDate(time)?.getTime() ?? Number.NaN
}

interface CheckResult {
  /** The verdicts of flows that need attention, worst first. */
  failing: FlowVerdict[]
  /** The newest runs of each flow, by the ID of the flow. */
  histories: Readonly<Record<string, FlowHistoryPage | undefined>>
  forecastError: FlowQueryError | null
}

async function checkFlows(
  flows: readonly Flow[],
  part: Part,
  { chain: { client, height }, options }: Call,
  time: ChainTime,
): Promise<CheckResult> {
  const pages = await pMap(
    flows,
    ({ id }) => client.flowHistory({ id, limit: newestRuns, reverse: true, height }, options),
    { concurrency },
  )
  const histories = Object.fromEntries(flows.map(({ id }, index) => [id, pages[index]]))
  const otherFlows = part.next === null ? part.flows : undefined
  const { verdicts, error } = await readVerdicts(client, { flows, histories, otherFlows, time, height }, options)
  const failing = verdicts.filter(({ needsAttention }) => needsAttention).sort(compareVerdicts)
  return { failing, histories, forecastError: error }
}

/** Reads more runs of the flows on this page, and describes the flows. */
function readRows(
  { failing, histories }: CheckResult,
  skip: number,
  { limit, detail }: { limit: number; detail: 'concise' | 'detailed' },
  { chain: { client, height }, options }: Call,
  time: ChainTime,
) {
  const isDetailed = detail === 'detailed'
  const space = { text: isDetailed ? 400 : 200, items: 5 }
  return pMap(
    failing.slice(skip, skip + limit),
    async ({ flow: { id }, forecast }) => {
      const checked = await readHealth(client, { id, time, newest: histories[id], height }, options)
      return {
        id,
        label: untrusted(checked.flow.label, 120),
        owner: untrusted(checked.flow.owner),
        ...describeState(checked, time, isDetailed, space, forecast),
      }
    },
    { concurrency },
  )
}

function notesOf({ failing, forecastError }: CheckResult, skip: number, shown: number, unchecked: number): string[] {
  const notes: string[] = []
  if (forecastError)
    notes.push(`Runs were not forecast, because a request failed: ${untrusted(forecastError.shortMessage, 300)}`)
  if (skip + shown < failing.length)
    notes.push(`Only results ${skip + 1} to ${skip + shown} are listed, worst first. For more, use nextCursor.`)
  if (unchecked > 0)
    notes.push(
      `${formatCount(unchecked, 'flow')} ${unchecked === 1 ? 'was' : 'were'} not checked. To check them, use nextCursor.`,
    )
  return notes
}

function withoutSkip<Place extends { skip?: number }>({ skip: _, ...place }: Place): Omit<Place, 'skip'> {
  return place
}
