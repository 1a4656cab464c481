import { type ChainTime, type Flow, isFlowQueryError, toDate } from '@flow-query/core'
import {
  dryRunIfDue,
  type FlowDryRun,
  type FlowForecast,
  flowsDueUntil,
  forecastFlows,
  nextFailures,
  readForecastFacts,
} from '@flow-query/core/forecast'
import { expectedFailures } from '@flow-query/core/insights'
import {
  describeForecast,
  explainDryRun,
  explainRisk,
  formatDuration,
  formatNumber,
  formatRelativeTime,
} from '@flow-query/format'
import { type Define, duration, examples, flowId, integerFrom } from '../../definition.js'
import { messageOf } from '../../failure.js'
import { noFlows, printTitle } from '../../flows.js'
import { readChain } from '../../node/chain.js'
import { type Access, accessOf, readTime } from '../../node/client.js'
import { type Context, ExitStatus } from '../../settings.js'
import { printWrapped } from '../../terminal/details.js'
import { createOutput, type Output } from '../../terminal/output.js'
import { suggest } from '../../terminal/suggestion.js'

interface ForecastOptions {
  owner?: string
  /** Milliseconds. */
  within?: number
  limit?: number
}

const failureDue = 3
const defaultWithin = 86_400_000

export const define: Define = (command, context) =>
  command
    .argument('[id]', 'flow ID. Without it, the flows that are expected to fail are listed', flowId)
    .option('--owner <address>', 'check only flows of this owner')
    .option(
      '--within <duration>',
      'how far to look ahead, such as 30m, 24h or 7d (default: 24h). The exit code is 3 if a failure in this period is certain',
      duration,
    )
    .option('--limit <n>', 'maximum number of flows (default: 10)', integerFrom(1))
    .addHelpText(
      'after',
      examples('forecast 14', 'forecast --owner into1htj0rku…4xqt07 --within 7d', 'forecast 14 --json'),
    )
    .action((id, options) => run(context(), id, options))

async function run(context: Context, id: string | undefined, options: ForecastOptions): Promise<void> {
  if (id === undefined) return listFailures(context, options)
  const output = createOutput(context)
  const access = await accessOf(context)
  const { client, height } = access
  const time = await readTime(access)
  const flow = await client.flow({ id, height }, access.options)
  const [facts, dryRun] = await Promise.all([
    readForecastFacts(client, { flows: [flow], height, time }, access.options),
    dryRunOf(output, access, flow, time),
  ])
  const forecast = forecastFlows({ ...facts, dryRuns: { [flow.id]: dryRun ?? undefined } }, time).find(Boolean)
  if (!forecast) return
  if (context.settings.json) await output.json({ ...inWords(forecast), dryRun })
  else {
    await print(output, forecast, time, false, dryRun)
    suggest(context, output, 'list its past runs', `history ${id}`)
  }
  exitIfDue([forecast], time, options.within)
}

/** Returns null if the flow is not due soon, or if the node can't do it. */
async function dryRunOf(
  output: Output,
  { client, height, options }: Access,
  flow: Flow,
  time: ChainTime,
): Promise<FlowDryRun | null> {
  try {
    return await dryRunIfDue(client, { flow, time, height }, options)
  } catch (error) {
    if (!isFlowQueryError(error)) throw error
    output.note(`Without a dry run: ${messageOf(error)}`)
    return null
  }
}

export async function listFailures(
  context: Context,
  { owner, within = defaultWithin, limit = 10 }: ForecastOptions,
): Promise<void> {
  const output = createOutput(context)
  const access = await accessOf(context)
  const time = await readTime(access)
  const flows = await readChain(output, access, owner)
  const until = time.readAt + within
  const due = flowsDueUntil(flows, time, until)
  const forecasts = await forecastsOf(access, due, flows, time)
  const failing = nextFailures(forecasts, until).map(({ forecast }) => forecast)
  const shown = failing.slice(0, limit)
  if (context.settings.json) {
    await output.json({
      flows: flows.length,
      checked: due.length,
      found: failing.length,
      forecasts: shown.map(inWords),
    })
  } else {
    for (const forecast of shown) await print(output, forecast, time, owner === undefined)
    output.note(flows.length ? countOf(failing.length, due.length, within) : noFlows(owner))
    if (failing.length > limit) output.note(`Showing the soonest ${limit}. For more, use --limit ${limit * 5}.`)
    const [soonest] = shown
    if (soonest) suggest(context, output, 'explain the first flow', `explain ${soonest.flow.id}`)
    else suggest(context, output, 'list upcoming runs', owner === undefined ? 'next' : `next --owner ${owner}`)
  }
  exitIfDue(failing, time, within)
}

function countOf(failing: number, due: number, within: number): string {
  const period = formatDuration(`${within / 1_000}s`)
  if (due === 0) return `No flow runs within ${period}.`
  if (due === 1) return `The only flow that runs within ${period} is ${failing ? '' : 'not '}expected to fail.`
  const found = failing ? formatNumber(failing) : 'None'
  return `${found} of the ${formatNumber(due)} flows that run within ${period} ${failing < 2 ? 'is' : 'are'} expected to fail.`
}

async function forecastsOf(
  { client, height, options }: Access,
  flows: readonly Flow[],
  otherFlows: readonly Flow[],
  time: ChainTime,
) {
  if (flows.length === 0) return []
  return forecastFlows(await readForecastFacts(client, { flows, otherFlows, height, time }, options), time)
}

/** @throws {ExitStatus} if a failure in this period is certain */
function exitIfDue(forecasts: readonly FlowForecast[], { readAt }: ChainTime, within = defaultWithin): void {
  const failures = forecasts.flatMap(forecast => expectedFailures(forecast, readAt + within))
  if (failures.some(({ risk }) => risk.certainty === 'certain')) throw new ExitStatus(failureDue)
}

function inWords(forecast: FlowForecast) {
  const risks = forecast.risks.map(risk => ({ ...risk, words: explainRisk(risk, forecast) }))
  return { ...forecast, risks, words: describeForecast(forecast) }
}

async function print(
  output: Output,
  forecast: FlowForecast,
  { readAt: now }: ChainTime,
  owner: boolean,
  dryRun: FlowDryRun | null = null,
): Promise<void> {
  const { flow, risks } = forecast
  await printTitle(output, flow, owner)
  await printWrapped(output, describeForecast(forecast), 2)
  for (const risk of risks) {
    const { sentence, remedy } = explainRisk(risk, forecast)
    const when = risk.kind === 'stopped' ? '' : `${formatRelativeTime(toDate(risk.at)?.getTime() ?? now, now)}: `
    await printWrapped(output, [when, sentence, remedy ? ` ${remedy}` : ''], 2)
  }
  if (dryRun && risks.every(({ kind }) => kind !== 'dryRunFailed'))
    await printWrapped(output, describeDryRun(dryRun, flow), 2)
  await output.line()
}

/** Says why the messages can succeed although the run is expected to fail. */
function describeDryRun(dryRun: FlowDryRun, flow: Flow): string {
  const caveat = dryRun.result === 'succeeded' ? ' A dry run doesn’t check fees.' : ''
  return `Dry run: ${explainDryRun(dryRun, flow).title}.${caveat}`
}
