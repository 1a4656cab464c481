import { z } from 'zod'
import { describeFlowForecast, describeRow, describeState } from '../answer/describe.js'
import { fittingSpace } from '../answer/result.js'
import { readTime } from '../chain-time.js'
import { readFlowWithForecast } from '../flow-with-forecast.js'
import { detail, flowId, flowRow, forecast, notes, summary, verdict } from '../schemas.js'
import { defineTool } from '../tool.js'

export const compareFlows = defineTool({
  name: 'compare_flows',
  title: 'Compare flows',
  description:
    'Compares two to five flows: their rules, states and forecasts, and which of these differ. Use it to find out why one flow works and another does not.',
  input: z.object({
    ids: z
      .array(flowId)
      .min(2)
      .max(5)
      .refine(ids => new Set(ids).size === ids.length, 'Pass different IDs.')
      .describe('Two to five different flow IDs'),
    detail,
  }),
  output: z.object({
    summary,
    different: z.array(z.string()).describe('The fields in which the flows differ'),
    same: z.array(z.string()).describe('The fields in which the flows agree'),
    flows: z.array(flowRow.extend({ verdict, forecast: forecast.nullable() })),
    notes,
  }),
  async answer({ ids, detail }, call) {
    const time = await readTime(call)
    const read = await Promise.all(ids.map(id => readFlowWithForecast(id, call, time)))
    const isDetailed = detail === 'detailed'
    return fittingSpace({ text: isDetailed ? 400 : 200, items: isDetailed ? 5 : 2 }, space => {
      const flows = read.map(({ flow, checked, forecast, dryRun }) => ({
        // The rules are often the difference, so concise answers contain them too.
        ...describeRow(flow, time, true, space),
        verdict: describeState(checked, time, isDetailed, space, forecast),
        forecast: forecast && describeFlowForecast(forecast, time, isDetailed, space, dryRun),
      }))
      const { different, same } = fieldsOf(flows)
      return {
        summary: `Flows ${flows.map(({ id }) => id).join(', ')} differ in ${different.length ? different.join(', ') : 'nothing'}.`,
        different,
        same,
        flows,
        notes: read.flatMap(({ notes }) => notes),
      }
    })
  },
})

type Compared = { id: string } & Record<string, unknown>

const ignored = new Set(['id', 'label'])

function fieldsOf(flows: readonly Compared[]): { different: string[]; same: string[] } {
  const names = Array.from(new Set(flows.flatMap(flow => Object.keys(flow)))).filter(name => !ignored.has(name))
  const isDifferent = (name: string) => new Set(flows.map(flow => JSON.stringify(flow[name]))).size > 1
  return { different: names.filter(isDifferent), same: names.filter(name => !isDifferent(name)) }
}
