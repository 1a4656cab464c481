import { type ChainTime, type Flow, toDate } from '@flow-query/core'
import {
  describeFailureGroup,
  describeForecast,
  describeLateBlock,
  explainDryRun,
  explainRisk,
  explainVerdict,
  formatDuration,
  formatNumber,
  formatRelativeTime,
  phraseText,
} from '@flow-query/format'
import { type FlowVerdict, flowVerdict } from '@flow-query/insights'
import {
  expectedFailures,
  type FlowDryRun,
  flowsDueUntil,
  forecastFlows,
  groupFailures,
  nextFailures,
  readForecastFacts,
} from '@flow-query/insights/forecast'
import { accountAddress, type Define, duration, exampleOwner, examples, flowId, integerFrom } from '../../definition.js'
import { messageOf } from '../../failure.js'
import { noFlows, noteLateBlock, printTitle } from '../../flows.js'
import { readChain } from '../../node/chain.js'
import { type Access, accessOf, readTime } from '../../node/client.js'
import { type Context, ExitStatus } from '../../settings.js'
import { suggest } from '../../suggestion.js'
import { printWrapped } from '../../terminal/details.js'
import { createOutput, type Output } from '../../terminal/output.js'
import { readDryRun, verdictJson } from '../../verdict.js'

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
    .argument('[id]', 'flow ID. If omitted, all flows that are expected to fail are listed', flowId)
    .option('--owner <address>', 'check only flows of this owner', accountAddress)
    .option(
      '--within <duration>',
      'how far to look ahead, such as 30m, 24h or 7d (default: 24h). The exit code is 3 if a failure in this period is certain',
      duration,
    )
    .option('--limit <n>', 'maximum number of flows (default: 10)', integerFrom(1))
    .addHelpText(
      'after',
      examples(
        'forecast 14 --embedded',
        `forecast --within 7d --embedded --owner ${exampleOwner}`,
        'forecast 14 --json --embedded',
      ),
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
    readDryRun(access, flow, time, error => output.note(`Without a dry run: ${messageOf(error)}`)),
  ])
  const forecast = forecastFlows({ ...facts, dryRuns: { [flow.id]: dryRun ?? undefined } }, time).find(Boolean)
  const verdict = flowVerdict(flow, facts.histories?.[flow.id], forecast, time)
  if (context.settings.json) {
    noteLateBlock(output, time)
    await output.json({ ...inWords(verdict, time), dryRun })
  } else {
    await print(output, verdict, time, false, dryRun, describeLateBlock(time))
    suggest(context, output, 'list its past runs', `history ${id}`)
  }
  exitIfDue([verdict], time, options.within)
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
  const verdicts = await verdictsOf(access, due, flows, time)
  const failures = nextFailures(
    verdicts.flatMap(({ forecast }) => forecast ?? []),
    until,
  )
  const byForecast = new Map(verdicts.map(verdict => [verdict.forecast, verdict]))
  const failing = failures.flatMap(({ forecast }) => byForecast.get(forecast) ?? [])
  const shown = failing.slice(0, limit)
  noteLateBlock(output, time)
  if (context.settings.json) {
    await output.json({
      flows: flows.length,
      checked: due.length,
      found: failing.length,
      groups: groupFailures(failures).map(group => ({
        kind: group.kind,
        shared: group.shared,
        owners: group.owners,
        flowIds: group.failures.map(({ forecast }) => forecast.flow.id),
        words: describeFailureGroup(group),
      })),
      forecasts: shown.map(verdict => inWords(verdict, time)),
    })
  } else {
    for (const verdict of shown) await print(output, verdict, time, owner === undefined)
    output.note(flows.length ? countOf(failing.length, due.length, within) : noFlows(owner))
    for (const group of groupFailures(failures))
      if (group.failures.length > 1) output.note(`${describeFailureGroup(group)}.`)
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

async function verdictsOf(
  { client, height, options }: Access,
  flows: readonly Flow[],
  otherFlows: readonly Flow[],
  time: ChainTime,
): Promise<FlowVerdict[]> {
  if (flows.length === 0) return []
  const facts = await readForecastFacts(client, { flows, otherFlows, height, time }, options)
  return forecastFlows(facts, time).map(forecast =>
    flowVerdict(forecast.flow, facts.histories?.[forecast.flow.id], forecast, time),
  )
}

/** @throws {ExitStatus} if a failure in this period is certain */
function exitIfDue(verdicts: readonly FlowVerdict[], { readAt }: ChainTime, within = defaultWithin): void {
  const failures = verdicts.flatMap(({ forecast }) => (forecast ? expectedFailures(forecast, readAt + within) : []))
  if (failures.some(({ risk }) => risk.certainty === 'certain')) throw new ExitStatus(failureDue)
}

function inWords(verdict: FlowVerdict, time: ChainTime) {
  const { flow, forecast } = verdict
  const shared = { verdict: verdictJson(verdict) }
  if (!forecast) return { flow, ...shared }
  const options = { now: time.readAt }
  const risks = forecast.risks.map(risk => ({ ...risk, words: explainRisk(risk, forecast, options) }))
  return { ...forecast, ...shared, risks, words: describeForecast(forecast) }
}

async function print(
  output: Output,
  verdict: FlowVerdict,
  time: ChainTime,
  owner: boolean,
  dryRun: FlowDryRun | null = null,
  late: string | null = null,
): Promise<void> {
  const { flow, forecast } = verdict
  const { title, second, chainSaid } = explainVerdict(verdict)
  const risks = forecast?.risks ?? []
  const now = time.readAt
  await printTitle(output, flow, owner)
  if (late) await printWrapped(output, late, 2)
  await printWrapped(output, phraseText(title), 2)
  if (second) await printWrapped(output, phraseText(second), 2)
  for (const risk of risks) {
    const { sentence, remedy } = explainRisk(risk, forecast ?? { flow, funds: null }, { now })
    const when = risk.kind === 'stopped' ? '' : `${formatRelativeTime(toDate(risk.at)?.getTime() ?? now, now)}: `
    await printWrapped(output, [when, sentence, remedy ? ` ${remedy}` : ''], 2)
  }
  if (dryRun?.result === 'failed' && chainSaid) await printWrapped(output, `The chain said: ${chainSaid}`, 2)
  if (dryRun && risks.every(({ kind }) => kind !== 'dryRunFailed'))
    await printWrapped(output, describeDryRun(dryRun, flow), 2)
  await output.line()
}

/** Says why the messages can succeed although the run is expected to fail. */
function describeDryRun(dryRun: FlowDryRun, flow: Flow): string {
  const caveat = dryRun.result === 'succeeded' ? ' A dry run doesn’t check fees.' : ''
  return `Dry run: ${explainDryRun(dryRun, flow).title}.${caveat}`
}
