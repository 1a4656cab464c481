import { Option } from '@commander-js/extra-typings'
import type { ChainTime } from '@flow-query/core'
import { type CheckedFlow, readHealthIfFailing } from '@flow-query/core/forecast'
import {
  compareHealth,
  type FlowVerdict,
  flowsToCheck,
  flowVerdict,
  recentFlowsToCheck,
  summarizeHistory,
} from '@flow-query/core/insights'
import { formatCount, formatNumber } from '@flow-query/format'
import { accountAddress, type Define, duration, examples, integerFrom } from '../../definition.js'
import { noFlows, printTitle } from '../../flows.js'
import { readChain } from '../../node/chain.js'
import { accessOf, readTime } from '../../node/client.js'
import { mapFlows } from '../../node/histories.js'
import type { Context } from '../../settings.js'
import { createOutput, type Output } from '../../terminal/output.js'
import { suggest } from '../../terminal/suggestion.js'
import { printVerdict, verdictInWords, verdictJson } from '../../verdict.js'
import { listFailures } from './forecast.js'

interface FailingOptions {
  owner?: string
  days?: number
  limit?: number
  /** Lists expected failures in this period instead, in milliseconds. */
  next?: number
}

export const define: Define = (command, context) =>
  command
    .option('--owner <address>', 'check only flows of this owner', accountAddress)
    .option(
      '--days <n>',
      'also check flows that ended up to this many days ago (default: 7). 0 skips ended flows',
      integerFrom(0),
    )
    .option('--limit <n>', 'maximum number of flows (default: 10)', integerFrom(1))
    .addOption(
      new Option(
        '--next <duration>',
        'list flows that are expected to fail in the next 30m, 24h or 7d instead. The exit code is 3 if a failure is certain',
      )
        .argParser(duration)
        .conflicts('days'),
    )
    .addHelpText(
      'after',
      examples('failing --owner into1htj0rku…4xqt07', 'failing --days 0 --json', 'failing --next 24h'),
    )
    .action(options => run(context(), options))

async function run(context: Context, { owner, days = 7, limit = 10, next }: FailingOptions): Promise<void> {
  if (next !== undefined) return listFailures(context, { ...(owner !== undefined && { owner }), within: next, limit })
  const output = createOutput(context)
  const access = await accessOf(context)
  const { client, height } = access
  const time = await readTime(access)
  const flows = await readChain(output, access, owner)
  const recent = recentFlowsToCheck(flows, time, days * 86_400_000)
  const states = await mapFlows(output, recent, flow =>
    readHealthIfFailing(client, { flow, time, height }, access.options),
  )
  const failing = states.filter(state => state !== null).sort(compareHealth)
  const shown = failing.slice(0, limit)

  if (context.settings.json)
    return output.json({
      flows: flows.length,
      checked: recent.length,
      found: failing.length,
      failing: shown.map(state => ({
        flow: state.flow,
        health: state.health,
        verdict: verdictJson(healthVerdict(state, time), time),
        summary: summarizeHistory(state.newest, state.flow, time),
        words: verdictInWords(healthVerdict(state, time), state, time),
      })),
    })
  for (const state of shown) await print(output, state, time, owner === undefined)
  if (!flows.length) return output.note(noFlows(owner))
  const found = failing.length ? formatNumber(failing.length) : 'None'
  output.note(`${found} of ${formatCount(flows.length, 'flow')} ${failing.length < 2 ? 'needs' : 'need'} attention.`)
  if (failing.length > limit) output.note(`Showing the worst ${limit}. For more, use --limit ${limit * 5}.`)
  const unchecked = flowsToCheck(flows, time).length - recent.length
  if (unchecked > 0) {
    const ended = days ? `ended more than ${formatCount(days, 'day')} ago and ` : 'ended and '
    output.note(
      `${formatCount(unchecked, 'flow')} ${ended}${unchecked === 1 ? 'was' : 'were'} not checked. See --days.`,
    )
  }
  const [worst] = shown
  if (worst) suggest(context, output, 'list the failed runs of the first flow', `history ${worst.flow.id} --failed`)
  else suggest(context, output, 'list expected failures', `failing --next 24h${owner ? ` --owner ${owner}` : ''}`)
}

async function print(output: Output, state: CheckedFlow, time: ChainTime, owner: boolean): Promise<void> {
  const { flow } = state
  await printTitle(output, flow, owner)
  await printVerdict(output, healthVerdict(state, time), state, time, 2)
  await output.line()
}

/** Returns the verdict without a forecast, because a forecast of each flow would take too many requests. */
function healthVerdict({ flow, newest }: CheckedFlow, time: ChainTime): FlowVerdict {
  return flowVerdict(flow, newest, null, time)
}
