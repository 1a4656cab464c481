import { describeFlow, formatRelativeTime, formatTime } from '@flow-query/format'
import { type UpcomingRun, upcomingRuns } from '@flow-query/insights'
import { accountAddress, type Define, exampleOwner, examples, integerFrom } from '../../definition.js'
import { addressFormat, noFlows } from '../../flows.js'
import { readChain } from '../../node/chain.js'
import { accessOf, readTime } from '../../node/client.js'
import type { Context } from '../../settings.js'
import { suggest } from '../../suggestion.js'
import { createOutput, type Output } from '../../terminal/output.js'
import { type Column, printList } from '../../terminal/table.js'

interface NextOptions {
  owner?: string
  limit?: number
}

/** Flows with short intervals have millions of runs, which would take minutes to compute. */
const maximumRuns = 10_000

export const define: Define = (command, context) =>
  command
    .option('--owner <address>', 'list only runs of flows of this owner', accountAddress)
    .option('--limit <n>', 'maximum number of runs (default: 20)', integerFrom(1, maximumRuns))
    .addHelpText('after', examples('next --embedded', `next --limit 5 --embedded --owner ${exampleOwner}`))
    .action(options => run(context(), options))

async function run(context: Context, { owner, limit = 20 }: NextOptions): Promise<void> {
  const output = createOutput(context)
  const access = await accessOf(context)
  const time = await readTime(access)
  const flows = await readChain(output, access, owner)
  const coming = upcomingRuns(flows, time, { limit: limit + 1 })
  const runs = coming.slice(0, limit)
  if (context.settings.json) return output.json({ runs })
  if (runs.length) await printList(output, runColumns(output, time.readAt, owner === undefined), runs)
  else output.note(flows.length ? 'No upcoming runs.' : noFlows(owner))
  if (coming.length > limit && limit < maximumRuns)
    output.note(`To see more, use --limit ${Math.min(limit * 5, maximumRuns)}.`)
  if (runs[0]) suggest(context, output, 'find out whether a run will work', `forecast ${runs[0].flow.id}`)
}

/** Only terminals show relative times. */
function runColumns(output: Output, now: number, owner: boolean): Column<UpcomingRun>[] {
  const inTerminal = Number.isFinite(output.columns)
  const address = addressFormat(output)
  return [
    ...(inTerminal ? [{ title: 'Runs', cell: ({ time }: UpcomingRun) => formatRelativeTime(time, now) }] : []),
    {
      title: 'At',
      cell: ({ time }) => (inTerminal ? formatTime(new Date(time)) : new Date(time).toISOString()),
      from: 120,
    },
    { title: 'Id', cell: ({ flow }) => flow.id, right: true },
    { title: 'Flow', cell: ({ flow }) => ({ text: flow.label || '—', look: 'bold' }), least: 12 },
    { title: 'What it does', cell: ({ flow }) => describeFlow(flow), least: 14 },
    ...(owner ? [{ title: 'Owner', cell: ({ flow }: UpcomingRun) => address(flow.owner), from: 100 }] : []),
  ]
}
