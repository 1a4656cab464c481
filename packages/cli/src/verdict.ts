import { type ChainTime, executionOutcome, type Flow, type FlowQueryError, isFlowQueryError } from '@flow-query/core'
import { describeSummary, explainVerdict, phraseText } from '@flow-query/format'
import type { CheckedFlow } from '@flow-query/insights'
import { type FlowVerdict, flowVerdict, summarizeHistory } from '@flow-query/insights'
import { dryRunIfDue, type FlowDryRun, forecastFlows, readForecastFacts } from '@flow-query/insights/forecast'
import { messageOf } from './failure.js'
import type { Access } from './node/client.js'
import { printWrapped } from './terminal/details.js'
import { dim, type Look, type Output, type Part } from './terminal/output.js'
import { sparkline } from './terminal/sparkline.js'

/** The parts of a checked flow that the verdict needs. */
type Known = Pick<CheckedFlow, 'flow' | 'newest'>

/** Returns the verdict of one flow. If its forecast can't be read, the verdict is the health. */
export async function readVerdict(
  output: Output,
  access: Access,
  { flow, newest }: Known,
  time: ChainTime,
): Promise<FlowVerdict> {
  const { client, height, options } = access
  try {
    const histories = { [flow.id]: newest }
    const [facts, dryRun] = await Promise.all([
      readForecastFacts(client, { flows: [flow], histories, height, time }, options),
      readDryRun(access, flow, time),
    ])
    const forecasts = forecastFlows({ ...facts, dryRuns: { [flow.id]: dryRun ?? undefined } }, time)
    return flowVerdict(flow, newest, forecasts[0], time)
  } catch (error) {
    if (!isFlowQueryError(error)) throw error
    output.note(`Without a forecast: ${messageOf(error)}`)
    return flowVerdict(flow, newest, null, time)
  }
}

/** Returns null if the flow is not due soon, or if the node can't simulate transactions. */
export async function readDryRun(
  { client, height, options }: Access,
  flow: Flow,
  time: ChainTime,
  onError: (error: FlowQueryError) => void = () => {},
): Promise<FlowDryRun | null> {
  try {
    return await dryRunIfDue(client, { flow, time, height }, options)
  } catch (error) {
    if (!isFlowQueryError(error)) throw error
    onError(error)
    return null
  }
}

/** The verdict for `--json`, with its title and second line. */
export function verdictJson(verdict: FlowVerdict) {
  const { state, needsAttention, failure, stop } = verdict
  const { title, second } = explainVerdict(verdict)
  const words = { title: phraseText(title), second: second && phraseText(second) }
  return { state, needsAttention, failure, stop, words }
}

interface VerdictInWords {
  title: string
  second: string | null
  since: string | null
  help: string | null
  chainSaid: string | null
  history: string[]
}

export function verdictInWords(
  verdict: FlowVerdict,
  { newest, agent, packets }: Pick<CheckedFlow, 'newest' | 'agent' | 'packets'>,
  time: ChainTime,
): VerdictInWords {
  const { flow } = verdict
  const { title, second, since, help, chainSaid } = explainVerdict(verdict, { agent, packets })
  return {
    title: phraseText(title),
    second: second && phraseText(second),
    since: since && phraseText(since),
    help,
    chainSaid,
    history: describeSummary(summarizeHistory(newest, flow, time), { isWhole: newest.nextKey === null, agent }),
  }
}

const looks: Record<FlowVerdict['state'], Look> = {
  healthy: 'green',
  willStop: 'red',
  failing: 'red',
  stuck: 'red',
  willFail: 'red',
  waiting: 'cyan',
  ended: 'bold',
  unknown: 'yellow',
}

export function titlePart(verdict: FlowVerdict, title: string): Part {
  return { text: paragraph([title]), look: verdict.needsAttention ? 'red' : looks[verdict.state] }
}

const sparklineRuns = 50

export async function printVerdict(
  output: Output,
  verdict: FlowVerdict,
  state: CheckedFlow,
  time: ChainTime,
  indentation = 0,
): Promise<void> {
  const { title, second, since, help, chainSaid, history } = verdictInWords(verdict, state, time)
  const outcomes = state.newest.history.map(entry => executionOutcome(entry, state.flow, time)).reverse()
  const picture = sparkline(output, outcomes, Math.min(sparklineRuns, output.columns - indentation))
  const { health, failure } = verdict
  // The history below shows how many runs succeeded.
  const repeatsHistory = health.state === 'ended' || (failure !== null && health.state === 'healthy')
  const lines: (Part | readonly Part[])[] = [titlePart(verdict, title)]
  if (since !== null) lines.push(paragraph([since]))
  if (second !== null && !repeatsHistory) lines.push(paragraph([second]))
  if (help !== null) lines.push(help)
  if (chainSaid !== null) lines.push(dim(`The chain said: ${chainSaid}`))
  if (history.length) lines.push(picture, paragraph(history))
  for (const line of lines) await printWrapped(output, line, indentation)
}

/** Joins sentences: `It ran. It cost 5 INTO.` */
export function paragraph(sentences: readonly string[]): string {
  return sentences.map(sentence => `${sentence}.`).join(' ')
}
