import { Option } from '@commander-js/extra-typings'
import { flowsDueUntil, readHealth, readVerdicts } from '@flow-query/core/forecast'
import {
  compareVerdicts,
  type FlowVerdict,
  flowsToCheck,
  flowVerdict,
  recentFlowsToCheck,
  summarizeHistory,
} from '@flow-query/core/insights'
import { formatCount, formatNumber } from '@flow-query/format'
import { accountAddress, type Define, duration, examples, integerFrom } from '../../definition.js'
import { messageOf } from '../../failure.js'
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

const newestRuns = 20
/** A forecast takes about two requests. */
const maxForecasts = 1_000

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
  const { client, height, options } = access
  const time = await readTime(access)
  const flows = await readChain(output, access, owner)
  const running = flowsDueUntil(flows, time, Number.POSITIVE_INFINITY)
  const recent = recentFlowsToCheck(flows, time, days * 86_400_000)
  const checked = Array.from(new Set([...running, ...recent]))
  const pages = await mapFlows(output, checked, ({ id }) =>
    client.flowHistory({ id, limit: newestRuns, reverse: true, height }, options),
  )
  const histories = Object.fromEntries(checked.map(({ id }, index) => [id, pages[index]]))
  const args = { histories, otherFlows: flows, time, height }
  const { verdicts, error } = await readVerdicts(client, { flows: running.slice(0, maxForecasts), ...args }, options)
  const others = checked.slice(verdicts.length).map(flow => flowVerdict(flow, histories[flow.id], null, time))
  const failing = [...verdicts, ...others].filter(({ needsAttention }) => needsAttention).sort(compareVerdicts)
  const worst = failing.slice(0, limit)
  const states = await mapFlows(
    output,
    worst.map(({ flow }) => flow),
    ({ id }) => readHealth(client, { id, time, newest: histories[id], height }, options),
  )
  const shown = states.map((state, index) => ({
    state,
    verdict: flowVerdict(state.flow, state.newest, worst[index]?.forecast, time),
  }))

  if (context.settings.json)
    return output.json({
      flows: flows.length,
      checked: checked.length,
      forecast: error ? 0 : verdicts.length,
      found: failing.length,
      failing: shown.map(({ state, verdict }) => ({
        flow: state.flow,
        health: state.health,
        verdict: verdictJson(verdict, time),
        summary: summarizeHistory(state.newest, state.flow, time),
        words: verdictInWords(verdict, state, time),
      })),
    })
  for (const { state, verdict } of shown) {
    await printTitle(output, state.flow, owner === undefined)
    await printVerdict(output, verdict, state, time, 2)
    await output.line()
  }
  if (!flows.length) return output.note(noFlows(owner))
  const found = failing.length ? formatNumber(failing.length) : 'None'
  output.note(`${found} of ${formatCount(flows.length, 'flow')} ${failing.length < 2 ? 'needs' : 'need'} attention.`)
  if (failing.length > limit) output.note(`Showing the worst ${limit}. For more, use --limit ${limit * 5}.`)
  if (error) output.note(`Without forecasts: ${messageOf(error)}`)
  else if (running.length > verdicts.length)
    output.note(
      `Only the ${formatNumber(verdicts.length)} flows that run next were forecast. To forecast all flows of an owner, use --owner.`,
    )
  const unchecked = flowsToCheck(flows, time).length - recent.length
  if (unchecked > 0) {
    const ended = days ? `ended more than ${formatCount(days, 'day')} ago and ` : 'ended and '
    output.note(
      `${formatCount(unchecked, 'flow')} ${ended}${unchecked === 1 ? 'was' : 'were'} not checked. See --days.`,
    )
  }
  suggestNext(context, output, shown[0]?.verdict, owner)
}

function suggestNext(context: Context, output: Output, verdict: FlowVerdict | undefined, owner?: string): void {
  if (!verdict) suggest(context, output, 'list upcoming runs', owner === undefined ? 'next' : `next --owner ${owner}`)
  else if (verdict.failure && verdict.state !== 'failing')
    suggest(context, output, 'explain the first flow', `explain ${verdict.flow.id}`)
  else suggest(context, output, 'list the failed runs of the first flow', `history ${verdict.flow.id} --failed`)
}
