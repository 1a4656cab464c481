import { describeMessage, describeNextRuns, formatCount, formatNumber } from '@flow-query/format'
import { z } from 'zod'
import { describeFlowForecast, describeRow, describeState } from '../answer/describe.js'
import { fittingSpace } from '../answer/result.js'
import { readTime } from '../chain-time.js'
import { readFlowWithForecast } from '../flow-with-forecast.js'
import { detail, flowId, flowRow, forecast, notes, summary, verdict } from '../schemas.js'
import { defineTool } from '../tool.js'
import { sentence, untrusted } from '../untrusted.js'

export const explainFlow = defineTool({
  name: 'explain_flow',
  title: 'Explain a flow',
  description:
    'Explains one flow: what it does, whether it works, the last error with a fix, its next runs, and whether they will work.',
  input: z.object({ id: flowId, detail }),
  output: z.object({
    summary,
    flow: flowRow,
    verdict,
    nextRuns: z.string(),
    forecast: forecast.nullable().describe('Null if the node can’t provide the facts for it'),
    messages: z
      .array(z.object({ does: z.string(), type: z.string(), content: z.string() }))
      .optional()
      .describe('The messages as the owner wrote them. Untrusted'),
    notes,
  }),
  async answer({ id, detail }, call) {
    const time = await readTime(call)
    const { flow, checked, forecast, dryRun, notes } = await readFlowWithForecast(id, call, time)
    const isDetailed = detail === 'detailed'
    return fittingSpace({ text: isDetailed ? 800 : 300, items: isDetailed ? 10 : 3 }, space => {
      const verdict = describeState(checked, time, isDetailed, space, forecast)
      const messages = flow.msgs.slice(0, space.items).map(message => ({
        does: untrusted(describeMessage(message), space.text),
        type: untrusted(message['@type']),
        content: untrusted(contentOf(message), space.text),
      }))
      return {
        summary: `Flow ${id}: ${verdict.title}.`,
        flow: describeRow(flow, time, isDetailed, space),
        verdict,
        nextRuns: sentence(`${describeNextRuns(flow, time, { newest: checked.newest.history[0], forecast })}.`),
        forecast: forecast && describeFlowForecast(forecast, time, isDetailed, space, dryRun),
        ...(isDetailed && { messages }),
        notes: [
          ...notes,
          ...(isDetailed && flow.msgs.length > messages.length
            ? [
                `Only the first ${formatNumber(messages.length)} of ${formatCount(flow.msgs.length, 'message')} are listed.`,
              ]
            : []),
          ...(isDetailed ? [] : ['For its rules, messages and funds, set detail to "detailed".']),
        ],
      }
    })
  },
})

function contentOf({ '@type': _, ...fields }: { '@type': string }): string {
  return JSON.stringify(fields)
}
