import type { Flow } from '@flow-query/core'
import type { FlowDryRun } from '@flow-query/insights/forecast'
import { formatList } from '../number.js'
import { lowered } from '../phrase.js'
import { type ExplainOptions, isOver } from './diagnosis.js'
import { type Explanation, explainProblem } from './problem.js'

/**
 * Explains the result of a dry run, such as `Message 2 would fail now: insufficient balance`, and how to fix it.
 *
 * @example
 * const { title, help } = explainDryRun(await dryRunFlow(client, { flow }), flow)
 */
export function explainDryRun(dryRun: FlowDryRun, flow: Flow, options: ExplainOptions = {}): Explanation {
  const isEnded = isOver(options)
  const caveat = isEnded ? 'This flow won’t run again, so the result only matters for a new flow.' : caveatOf(flow)
  switch (dryRun.result) {
    case 'succeeded':
      return { title: 'The messages would succeed now', help: caveat, chainSaid: null }
    case 'notLocal':
      return {
        title: 'The messages run on another chain',
        help: 'A dry run can only execute messages of this chain.',
        chainSaid: null,
      }
    case 'failed': {
      const { title, help, chainSaid } = explainProblem(dryRun.message, flow, options)
      const { messageIndex } = dryRun
      const message = messageIndex === null || flow.msgs.length < 2 ? 'The run' : `Message ${messageIndex + 1}`
      return {
        title: `${message} would fail now: ${lowered(title)}`,
        help: [help, isEnded ? '' : caveat].filter(Boolean).join(' '),
        chainSaid,
      }
    }
  }
}

/** The chain changes the messages of a flow with feedback loops. */
function caveatOf({ conditions }: Flow): string {
  const loops = conditions.feedbackLoops.length > 0 ? 'feedback loops' : ''
  const others = Object.entries(conditions).some(
    ([name, value]) => name !== 'feedbackLoops' && Array.isArray(value) && value.length > 0,
  )
  const ignored = [others ? 'conditions' : '', loops].filter(Boolean)
  if (ignored.length === 0) return ''
  const effect = others ? 'the run may be skipped or fail' : 'a run can have a different result'
  return `The dry run ignored the flow’s ${formatList(ignored)}, so ${effect}.`
}
