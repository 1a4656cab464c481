import { Option } from '@commander-js/extra-typings'
import type { ChainTime, Flow, FlowHistoryPage, FlowQueryError } from '@flow-query/core'
import { formatCount, formatNumber } from '@flow-query/format'
import {
  type CheckedFlow,
  compareVerdicts,
  type FlowVerdict,
  flowVerdict,
  readHealth,
  readVerdicts,
  recentHealthQueue,
  summarizeHistory,
} from '@flow-query/insights'
import { flowsDueUntil } from '@flow-query/insights/forecast'
import pMap from 'p-map'
import { accountAddress, type Define, duration, exampleOwner, examples, integerFrom } from '../../definition.js'
import { messageOf } from '../../failure.js'
import { noFlows, noteLateBlock, printTitle } from '../../flows.js'
import { readChain } from '../../node/chain.js'
import { type Access, accessOf, readTime } from '../../node/client.js'
import type { Context } from '../../settings.js'
import { suggest } from '../../suggestion.js'
import { createOutput, type Output } from '../../terminal/output.js'
import { withProgress, withStatus } from '../../terminal/progress.js'
import { printVerdict, verdictInWords, verdictJson } from '../../verdict.js'
import { listFailures } from './forecast.js'

interface FailingOptions {
  owner?: string
  days?: number
  limit?: number
  /** Lists expected failures in this period instead, in milliseconds. */
  next?: number
}

/** The newest runs of each flow, by the ID of the flow. */
type Histories = Readonly<Record<string, FlowHistoryPage | undefined>>

const newestRuns = 20
/** A forecast takes about two requests. */
const maxForecasts = 1_000
/** A low limit, to leave capacity for other users of the node. */
const concurrency = 8

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
      examples(
        `failing --embedded --owner ${exampleOwner}`,
        'failing --days 0 --json --embedded',
        'failing --next 24h --embedded',
      ),
    )
    .action(options => run(context(), options))

async function run(context: Context, options: FailingOptions): Promise<void> {
  const { owner, days = 7, limit = 10, next } = options
  if (next !== undefined) return listFailures(context, { ...(owner !== undefined && { owner }), within: next, limit })
  const output = createOutput(context)
  const access = await accessOf(context)
  const time = await readTime(access)
  noteLateBlock(output, time)
  const flows = await readChain(output, access, owner)
  const result = await checkFlows(output, access, flows, days, time)
  const worst = await readDetails(output, access, result, limit, time)
  if (context.settings.json) return printJson(output, flows, result, worst, time)

  for (const { details, verdict } of worst) {
    await printTitle(output, details.flow, owner === undefined)
    await printVerdict(output, verdict, details, time, 2)
    await output.line()
  }
  if (!flows.length) return output.note(noFlows(owner))
  printNotes(output, flows, result, days, limit)
  suggestNext(context, output, worst[0]?.verdict, owner)
}

interface CheckResult {
  /** The verdicts of flows that need attention, worst first. */
  failing: FlowVerdict[]
  histories: Histories
  /** The number of flows whose runs were read. */
  checked: number
  /** The number of flows that were forecast, or would have been without the error. */
  forecast: number
  forecastError: FlowQueryError | null
  /** The number of flows that run again but weren't forecast, because there are too many of them. */
  notForecast: number
  /** The number of flows that ended too long ago. */
  notChecked: number
}

/** Checks all flows that run again, and those that ended in the last days. */
async function checkFlows(
  output: Output,
  { client, height, options }: Access,
  flows: readonly Flow[],
  days: number,
  time: ChainTime,
): Promise<CheckResult> {
  const running = flowsDueUntil(flows, time, Number.POSITIVE_INFINITY)
  const checked = recentHealthQueue(flows, time, days * 86_400_000)
  const pages = await mapFlows(output, checked, ({ id }) =>
    client.flowHistory({ id, limit: newestRuns, reverse: true, height }, options),
  )
  const histories: Histories = Object.fromEntries(checked.map(({ id }, index) => [id, pages[index]]))
  const forecast = running.slice(0, maxForecasts)
  const facts = { flows: forecast, otherFlows: flows, histories, time, height }
  const read = () => readVerdicts(client, facts, options)
  const { verdicts, error } = forecast.length
    ? await withStatus(output, `Forecasting ${formatCount(forecast.length, 'flow')} ...`, read)
    : await read()
  const isForecast = new Set(forecast)
  const others = checked
    .filter(flow => !isForecast.has(flow))
    .map(flow => flowVerdict(flow, histories[flow.id], null, time))
  return {
    failing: [...verdicts, ...others].filter(({ needsAttention }) => needsAttention).sort(compareVerdicts),
    histories,
    checked: checked.length,
    forecast: forecast.length,
    forecastError: error,
    notForecast: running.length - forecast.length,
    notChecked: flows.length - checked.length,
  }
}

interface Failing {
  details: CheckedFlow
  verdict: FlowVerdict
}

/** Reads more runs of the worst flows, and what else their explanations need. */
async function readDetails(
  output: Output,
  { client, height, options }: Access,
  { failing, histories }: CheckResult,
  limit: number,
  time: ChainTime,
): Promise<Failing[]> {
  const worst = failing.slice(0, limit)
  const details = await mapFlows(
    output,
    worst.map(({ flow }) => flow),
    ({ id }) => readHealth(client, { id, time, newest: histories[id], height }, options),
  )
  return details.map((one, index) => ({
    details: one,
    verdict: flowVerdict(one.flow, one.newest, worst[index]?.forecast, time),
  }))
}

function mapFlows<Result>(
  output: Output,
  flows: readonly Flow[],
  read: (flow: Flow) => Promise<Result>,
): Promise<Result[]> {
  return withProgress(output, 'histories', progress => {
    let loaded = 0
    return pMap(
      flows,
      async flow => {
        const result = await read(flow)
        progress.update({ loaded: ++loaded, total: flows.length })
        return result
      },
      { concurrency },
    )
  })
}

function printJson(
  output: Output,
  flows: readonly Flow[],
  { failing, checked, forecast, forecastError }: CheckResult,
  worst: readonly Failing[],
  time: ChainTime,
): Promise<void> {
  return output.json({
    flows: flows.length,
    checked,
    forecast: forecastError ? 0 : forecast,
    found: failing.length,
    failing: worst.map(({ details, verdict }) => ({
      flow: details.flow,
      health: details.health,
      verdict: verdictJson(verdict),
      summary: summarizeHistory(details.newest, details.flow, time),
      words: verdictInWords(verdict, details, time),
    })),
  })
}

/** Says how many flows need attention, and which flows were not checked. */
function printNotes(
  output: Output,
  flows: readonly Flow[],
  { failing, forecast, forecastError, notForecast, notChecked }: CheckResult,
  days: number,
  limit: number,
): void {
  const found = failing.length ? formatNumber(failing.length) : 'None'
  output.note(`${found} of ${formatCount(flows.length, 'flow')} ${failing.length < 2 ? 'needs' : 'need'} attention.`)
  if (failing.length > limit) output.note(`Showing the worst ${limit}. For more, use --limit ${limit * 5}.`)
  if (forecastError) output.note(`Without forecasts: ${messageOf(forecastError)}`)
  else if (notForecast > 0)
    output.note(
      `Only ${forecast === 1 ? 'the flow that runs next was' : `the ${formatNumber(forecast)} flows that run next were`} forecast. To forecast all flows of an owner, use --owner.`,
    )
  if (notChecked > 0) {
    const ended = days ? `ended more than ${formatCount(days, 'day')} ago and ` : 'ended and '
    output.note(
      `${formatCount(notChecked, 'flow')} ${ended}${notChecked === 1 ? 'was' : 'were'} not checked. See --days.`,
    )
  }
}

function suggestNext(context: Context, output: Output, verdict: FlowVerdict | undefined, owner?: string): void {
  if (!verdict) suggest(context, output, 'list upcoming runs', owner === undefined ? 'next' : `next --owner ${owner}`)
  else if (verdict.failure && verdict.state !== 'failing')
    suggest(context, output, 'explain the first flow', `explain ${verdict.flow.id}`)
  else suggest(context, output, 'list the failed runs of the first flow', `history ${verdict.flow.id} --failed`)
}
