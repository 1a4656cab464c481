import type { Flow } from '@flow-query/core'
import type { FlowDryRun } from '@flow-query/core/forecast'
import { lowered } from './phrase.js'
import { type ExplainOptions, type Explanation, explainProblem } from './problem.js'

/**
 * Explains the result of a dry run: `Message 2 would fail now: insufficient balance`, and how to fix it.
 *
 * @example
 * const { title, help } = explainDryRun(await dryRunFlow(client, { flow }), flow)
 */
export function explainDryRun(dryRun: FlowDryRun, flow: Flow, options: ExplainOptions = {}): Explanation {
  // The chain changes the messages of such a flow before each run.
  const caveat = flow.conditions.feedbackLoops.length
    ? 'The dry run ignored the flow’s feedback loops, so a run can have a different result.'
    : ''
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
        help: [help, caveat].filter(Boolean).join(' '),
        chainSaid,
      }
    }
  }
}
