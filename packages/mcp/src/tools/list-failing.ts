import { flowsDueUntil, readHealth, readVerdicts } from '@flow-query/core/forecast'
import { compareVerdicts, recentFlowsToCheck } from '@flow-query/core/insights'
import { formatCount, formatNumber } from '@flow-query/format'
import pMap from 'p-map'
import { z } from 'zod'
import { describeCoverage, describeState } from '../answer/describe.js'
import { fittingPage } from '../answer/result.js'
import { untrusted } from '../answer/untrusted.js'
import { concurrency, readFlows } from '../chain.js'
import { blockOf, readTime } from '../chain-time.js'
import { coverageNotes, remaining } from '../remaining.js'
import { coverage, cursor, detail, label, limit, nextCursor, notes, owner, summary, verdict } from '../schemas.js'
import { defineTool } from '../tool.js'

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
    const { chain, options, place, cursorTo } = call
    const time = await readTime(call)
    const part = await readFlows(chain, args.owner, place, options)
    const running = flowsDueUntil(part.flows, time, Number.POSITIVE_INFINITY)
    const recent = recentFlowsToCheck(part.flows, time, args.endedWithinDays * 86_400_000)
    const candidates = Array.from(new Set([...recent, ...running]))
    const start = place.examined ?? 0
    const batch = candidates.slice(start, start + batchSize)
    const { client, height } = chain
    const pages = await pMap(
      batch,
      ({ id }) => client.flowHistory({ id, limit: newestRuns, reverse: true, height }, options),
      { concurrency },
    )
    const histories = Object.fromEntries(batch.map(({ id }, index) => [id, pages[index]]))
    const otherFlows = part.next === null ? part.flows : undefined
    const { verdicts, error } = await readVerdicts(
      client,
      { flows: batch, histories, otherFlows, time, height },
      options,
    )
    const failing = verdicts.filter(({ needsAttention }) => needsAttention).sort(compareVerdicts)
    const skip = place.skip ?? 0
    const listed = await pMap(
      failing.slice(skip, skip + args.limit),
      async ({ flow: { id }, forecast }) => ({
        forecast,
        checked: await readHealth(client, { id, time, newest: histories[id], height }, options),
      }),
      { concurrency },
    )
    const isDetailed = args.detail === 'detailed'
    const space = { text: isDetailed ? 400 : 200, items: 5 }
    const rows = listed.map(({ checked, forecast }) => ({
      id: checked.flow.id,
      label: untrusted(checked.flow.label, 120),
      owner: untrusted(checked.flow.owner),
      ...describeState(checked, time, isDetailed, space, forecast),
    }))
    const unchecked = candidates.length - start - batch.length
    return fittingPage(rows, shown => ({
      summary: `${failing.length ? formatNumber(failing.length) : 'None'} of ${formatCount(batch.length, 'checked flow')} ${failing.length < 2 ? 'needs' : 'need'} attention.`,
      failing: shown,
      flowsChecked: batch.length,
      coverage: describeCoverage(part),
      notes: [
        ...(error ? [`Runs were not forecast, because a request failed: ${untrusted(error.shortMessage, 300)}`] : []),
        ...(skip + shown.length < failing.length
          ? [`Only results ${skip + 1} to ${skip + shown.length} are listed, worst first. For more, use nextCursor.`]
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
        place: { ...place, time: blockOf(time) },
        shown: skip + shown.length,
        found: failing.length,
        nextBatch:
          unchecked > 0 ? { ...withoutSkip(place), examined: start + batch.length, time: blockOf(time) } : undefined,
        cursorTo,
      }),
    }))
  },
})

function withoutSkip<Place extends { skip?: number }>({ skip: _, ...place }: Place): Omit<Place, 'skip'> {
  return place
}
