import { type ChainTime, executionOutcome } from '@flow-query/core'
import type { CheckedFlow } from '@flow-query/core/forecast'
import { type FlowHealth, needsAttention, summarizeHistory } from '@flow-query/core/insights'
import { describeSummary, explainHealth, phraseText } from '@flow-query/format'
import { printWrapped } from './terminal/details.js'
import { dim, type Look, type Output, type Part } from './terminal/output.js'
import { sparkline } from './terminal/sparkline.js'

interface StateInWords {
  title: string
  since: string | null
  help: string | null
  chainSaid: string | null
  history: string[]
}

export function stateInWords({ flow, health, newest, agent, packets }: CheckedFlow, time: ChainTime): StateInWords {
  const { title, since, help, chainSaid } = explainHealth(health, flow, time, { agent, packets })
  return {
    title: phraseText(title),
    since: since && phraseText(since),
    help,
    chainSaid,
    history: describeSummary(summarizeHistory(newest, flow, time), { isWhole: newest.nextKey === null, agent }),
  }
}

const looks: Record<FlowHealth['state'], Look> = {
  healthy: 'green',
  failing: 'red',
  waiting: 'cyan',
  ended: 'bold',
  unknown: 'yellow',
}
const sparklineRuns = 50

export async function printState(output: Output, state: CheckedFlow, time: ChainTime, indentation = 0): Promise<void> {
  const { title, since, help, chainSaid, history } = stateInWords(state, time)
  const outcomes = state.newest.history.map(entry => executionOutcome(entry, state.flow, time)).reverse()
  const look = needsAttention(state.health) ? 'red' : looks[state.health.state]
  const picture = sparkline(output, outcomes, Math.min(sparklineRuns, output.columns - indentation))
  const lines: (Part | readonly Part[])[] = [{ text: paragraph([title]), look }]
  if (since !== null) lines.push(paragraph([since]))
  if (help !== null) lines.push(help)
  if (chainSaid !== null) lines.push(dim(`The chain said: ${chainSaid}`))
  if (history.length) lines.push(picture, paragraph(history))
  for (const line of lines) await printWrapped(output, line, indentation)
}

/** Joins sentences: `It ran. It cost 5 INTO.` */
export function paragraph(sentences: readonly string[]): string {
  return sentences.map(sentence => `${sentence}.`).join(' ')
}
