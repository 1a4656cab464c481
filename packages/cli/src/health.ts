import type { FlowHealth } from '@flow-query/core/insights'
import { describeSummary, explainHealth, needsAttention, phraseText } from '@flow-query/words'
import type { FlowState } from './node/histories.js'
import { wrap } from './terminal/details.js'
import { dim, type Look, type Output, type Part } from './terminal/output.js'
import { sparkline } from './terminal/sparkline.js'

/** What a page would say first of a flow. */
interface StateInWords {
  title: string
  help: string | null
  chainSaid: string | null
  /** What its runs add up to, a sentence each. */
  history: string[]
}

export function stateInWords({ flow, health, summary, isWhole }: FlowState, now: number): StateInWords {
  const { title, help, chainSaid } = explainHealth(health, flow, now)
  return { title: phraseText(title), help, chainSaid, history: describeSummary(summary, { isWhole }) }
}

const looks: Record<FlowHealth['state'], Look> = {
  healthy: 'green',
  failing: 'red',
  waiting: 'cyan',
  over: 'bold',
  unknown: 'yellow',
}
const picturedRuns = 50

/** How a flow is, what helps, and how its runs went, indented by so many columns. */
export async function printState(output: Output, state: FlowState, now: number, indentation = 0): Promise<void> {
  const { title, help, chainSaid, history } = stateInWords(state, now)
  const look = needsAttention(state.health) ? 'red' : looks[state.health.state]
  const picture = sparkline(output, state.outcomes, Math.min(picturedRuns, output.columns - indentation))
  const lines: (Part | readonly Part[])[] = [{ text: paragraph([title]), look }]
  if (help !== null) lines.push(help)
  if (chainSaid !== null) lines.push(dim(`The chain said: ${chainSaid}`))
  if (history.length) lines.push(picture, paragraph(history))
  const margin = ' '.repeat(indentation)
  for (const line of lines) await output.write(`${wrap(output, line, indentation).replace(/^/gm, margin)}\n`)
}

/** `It ran. It cost 5 INTO.` */
export function paragraph(sentences: readonly string[]): string {
  return sentences.map(sentence => `${sentence}.`).join(' ')
}
