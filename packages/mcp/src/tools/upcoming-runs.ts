import { describeFlow, formatCount, formatRelativeTime, formatTime } from '@flow-query/format'
import { upcomingRuns } from '@flow-query/insights'
import { z } from 'zod'
import { describeCoverage } from '../answer/describe.js'
import { fittingPage } from '../answer/result.js'
import { readFlows } from '../chain.js'
import { blockOf, readTime } from '../chain-time.js'
import { coverageNotes, remaining } from '../remaining.js'
import { coverage, cursor, detail, label, limit, nextCursor, notes, owner, summary, withinHours } from '../schemas.js'
import { defineTool } from '../tool.js'
import { untrusted } from '../untrusted.js'

/** The maximum number of runs that are computed, because flows with short intervals have many. */
const maximumRuns = 1_000

export const listUpcomingRuns = defineTool({
  name: 'upcoming_runs',
  title: 'List upcoming runs',
  description:
    'Lists the next runs of flows according to their schedules, soonest first. For whether they will work, use forecast.',
  input: z.object({ owner, withinHours, limit: limit(50, 20), detail, cursor }),
  output: z.object({
    summary,
    runs: z.array(
      z.object({
        flow: z.string(),
        label,
        at: z.string(),
        when: z.string(),
        does: z.string().optional().describe('Contains names from the chain'),
        owner: z.string().optional(),
      }),
    ),
    coverage,
    notes,
    nextCursor,
  }),
  async answer(args, call) {
    const { chain, options, place, cursorTo } = call
    const newest = await readTime(call)
    const part = await readFlows(chain, args.owner, place, options)
    const until = newest.readAt + args.withinHours * 3_600_000
    const all = upcomingRuns(part.flows, newest, { until, limit: maximumRuns })
    const skip = place.skip ?? 0
    const rows = all.slice(skip, skip + args.limit).map(({ flow, time }) => ({
      flow: flow.id,
      label: untrusted(flow.label, 120),
      at: formatTime(new Date(time)),
      when: formatRelativeTime(time, newest.readAt),
      ...(args.detail === 'detailed' && {
        does: untrusted(describeFlow(flow), 300),
        owner: untrusted(flow.owner),
      }),
    }))
    const hours = formatCount(args.withinHours, 'hour')
    return fittingPage(rows, runs => ({
      summary:
        all.length === 0
          ? `No runs are scheduled in the next ${hours}.`
          : `${all.length < maximumRuns ? formatCount(all.length, 'run') : `At least ${formatCount(maximumRuns, 'run')}`} scheduled in the next ${hours}.`,
      runs,
      coverage: describeCoverage(part),
      notes: [
        ...(skip + runs.length < all.length ? ['For later runs, use nextCursor.'] : []),
        ...(all.length === maximumRuns
          ? [
              `Only the next ${formatCount(maximumRuns, 'run')} are listed. For fewer runs, ask about one owner or a shorter time.`,
            ]
          : []),
        ...coverageNotes(part),
      ],
      nextCursor: remaining({
        part,
        place: { ...place, time: blockOf(newest) },
        shown: skip + runs.length,
        found: all.length,
        cursorTo,
      }),
    }))
  },
})
