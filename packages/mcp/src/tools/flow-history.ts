import {
  type ChainTime,
  executionOutcome,
  type Flow,
  type FlowHistoryEntry,
  type PageArgs,
  toDate,
} from '@flow-query/core'
import { followPages } from '@flow-query/core/scan'
import { ago, describeSummary, formatAmounts, formatCount, formatTime, nameProblem } from '@flow-query/format'
import { hasFailed, summarizeHistory } from '@flow-query/insights'
import { z } from 'zod'
import { fittingPage } from '../answer/result.js'
import { readTime } from '../chain-time.js'
import type { Place } from '../cursor.js'
import { cursor, detail, flowId, label, limit, nextCursor, notes, summary } from '../schemas.js'
import { type Call, defineTool } from '../tool.js'
import { sentence, untrusted, withoutSpaces } from '../untrusted.js'

export const flowHistory = defineTool({
  name: 'flow_history',
  title: 'Show the history of a flow',
  description: 'Lists the runs of a flow, newest first, with outcome, fee and error.',
  input: z.object({
    id: flowId,
    only: z
      .enum(['all', 'failed'])
      .default('all')
      .describe('"failed" lists only failed runs, including timeouts and uncollected fees'),
    limit: limit(100, 20),
    detail,
    cursor,
  }),
  output: z.object({
    summary,
    id: z.string(),
    label,
    runs: z.array(
      z.object({
        number: z.int().nullable(),
        time: z.string(),
        outcome: z.enum([
          'succeeded',
          'feeNotCollected',
          'failed',
          'timedOut',
          'idle',
          'skipped',
          'pending',
          'unacknowledged',
        ]),
        fee: z.string().nullable(),
        problem: z.string().nullable().describe('The cause of the error, if it is known'),
        errors: z.array(z.string()).optional().describe('The error messages of the chain. Untrusted'),
      }),
    ),
    statistics: z.array(z.string()).describe('Outcomes, costs and delays of the runs that were read'),
    runsRead: z.int(),
    runsInTotal: z.int().nullable(),
    notes,
    nextCursor,
  }),
  async answer(args, call) {
    const { chain, options, place, cursorTo } = call
    const time = await readTime(call)
    // The node returns an empty history for an unknown flow, so this reads the flow, which throws `notFound`.
    const flow = await chain.client.flow({ id: args.id, height: chain.height }, options)
    const read = await readRuns(flow, args, place, call)
    const { entries, total } = read
    const before = place.skip ?? 0
    const isDetailed = args.detail === 'detailed'
    const rows = entries
      .map((entry, index) => ({ entry, index }))
      .filter(({ entry }) => args.only === 'all' || hasFailed(entry, flow, time))
      .slice(0, args.limit)
      .map(({ entry, index }) => ({
        index,
        row: describeRun(entry, flow, time, isDetailed, total === null ? null : total - before - index),
      }))
    const statistics = describeSummary(withoutSpaces(summarizeHistory(entries, flow, time)), {
      isWhole: read.isEnd && before === 0,
    }).map(line => sentence(line))
    /** The number of runs that were examined until the last listed one. */
    const examined = (shown: number) =>
      shown < rows.length || (rows.length === args.limit && shown > 0)
        ? (rows[shown - 1]?.index ?? 0) + 1
        : entries.length
    const isEnd = (shown: number) => examined(shown) === entries.length && read.isEnd
    return fittingPage(rows, shown => ({
      summary: summaryOf(flow, shown.length, args.only, total, before === 0),
      id: flow.id,
      label: untrusted(flow.label, 120),
      runs: shown.map(({ row }) => row),
      statistics,
      runsRead: entries.length,
      runsInTotal: total,
      notes: isEnd(shown.length) ? [] : ['For older runs, use nextCursor.'],
      nextCursor: isEnd(shown.length)
        ? null
        : cursorTo({ skip: before + examined(shown.length), ...(total !== null && { total }) }),
    }))
  },
})

const maximumRuns = 1_000
const pageSize = 100

/**
 * Reads runs, newest first. Each new run shifts the offset of older runs by one, so the number of runs since the first page is added to
 * the offset.
 */
async function readRuns(
  { id }: Flow,
  { only, limit }: { only: 'all' | 'failed'; limit: number },
  { skip = 0, total: totalBefore }: Place,
  { chain: { client, height }, options }: Call,
): Promise<{ entries: FlowHistoryEntry[]; total: number | null; isEnd: boolean }> {
  const most = only === 'failed' ? maximumRuns : limit
  const entries: FlowHistoryEntry[] = []
  const readPage = async ({ limit = pageSize, ...page }: PageArgs) => {
    const args = { id, ...page, limit: Math.min(limit, most - entries.length), height }
    const { history: items, ...info } = await client.flowHistory(args, options)
    return { items, ...info }
  }
  let total = totalBefore ?? null
  let isEnd = false
  const start = { reverse: true, countTotal: true, ...(skip && { offset: skip }) }
  for await (const page of followPages(readPage, start)) {
    // Only the first page is counted.
    const added = page.total === null ? 0 : page.total - (totalBefore ?? page.total)
    total ??= page.total
    for (const entry of page.items.slice(added)) entries.push(entry)
    isEnd = page.nextKey === null
    if (entries.length >= most) break
  }
  return { entries, total, isEnd }
}

function describeRun(
  entry: FlowHistoryEntry,
  flow: Flow,
  newest: ChainTime,
  isDetailed: boolean,
  number: number | null,
) {
  const date = toDate(entry.actualExecTime)
  const [error] = entry.errors
  const errors = isDetailed ? entry.errors : error !== undefined && nameProblem(error) === null ? [error] : []
  return {
    number,
    time: date ? `${formatTime(date)} (${ago(date.getTime(), newest.readAt)})` : 'unknown',
    outcome: executionOutcome(entry, flow, newest),
    fee: entry.execFee.length > 0 ? sentence(formatAmounts(withoutSpaces(entry.execFee))) : null,
    problem: error === undefined ? null : nameProblem(error),
    ...(errors.length > 0 && {
      errors: errors.slice(0, 5).map(message => untrusted(message, isDetailed ? 600 : 160)),
    }),
  }
}

function summaryOf(
  { id }: Flow,
  shown: number,
  only: 'all' | 'failed',
  total: number | null,
  isFirst: boolean,
): string {
  if (total === 0 || (isFirst && shown === 0 && only === 'all')) return `Flow ${id} has not run yet.`
  const kind = only === 'failed' ? 'failed run' : 'run'
  const all = total === null ? '' : ` It has ${formatCount(total, 'run')} in total.`
  return `${formatCount(shown, kind)} of flow ${id}, newest first.${all}`
}
