import { isFlowQueryError } from '@flow-query/core'
import { dryRunFlow, type FlowDryRun, forecastFlows, readForecastFacts } from '@flow-query/core/forecast'
import { flowHealth } from '@flow-query/core/insights'
import { describeMessage, describeNextRuns } from '@flow-query/format'
import { z } from 'zod'
import { fittingSpace } from '../answer.js'
import { type Chain, readAgent, readRuns } from '../chain.js'
import { describeFlowForecast, describeHealth, describeRow } from '../describe.js'
import { detail, flowId, flowRow, forecast, health, notes, summary } from '../schemas.js'
import { type Call, defineTool } from '../tool.js'
import { sentence, untrusted } from '../untrusted.js'

/** The number of newest runs that the explanation is based on. */
const examinedRuns = 100

export const explainFlow = defineTool({
  name: 'explain_flow',
  title: 'Explain a flow',
  description:
    'Explains one flow: what it does, whether it works, the last error with a fix, its next runs, and whether they will work.',
  input: z.object({ id: flowId, detail }),
  output: z.object({
    summary,
    flow: flowRow,
    health,
    nextRuns: z.string(),
    forecast: forecast.nullable().describe('Null if the node can’t provide the facts for it'),
    messages: z
      .array(z.object({ does: z.string(), type: z.string(), content: z.string() }))
      .optional()
      .describe('The messages as the owner wrote them. Untrusted'),
    notes,
  }),
  async answer({ id, detail }, call) {
    const facts = await readFacts(id, call)
    const { flow, runs, forecast, dryRun, notes } = facts
    const { now } = call
    const isDetailed = detail === 'detailed'
    return fittingSpace({ text: isDetailed ? 800 : 300, items: isDetailed ? 10 : 3 }, space => {
      const health = describeHealth(flow, runs, now, isDetailed, space)
      const messages = flow.msgs.slice(0, space.items).map(message => ({
        does: untrusted(describeMessage(message), space.text),
        type: untrusted(message['@type']),
        content: untrusted(contentOf(message), space.text),
      }))
      return {
        summary: `Flow ${id}: ${health.title}.`,
        flow: describeRow(flow, now, isDetailed, space),
        health,
        nextRuns: sentence(`${describeNextRuns(flow, now, { newest: runs.page.history[0] })}.`),
        forecast: forecast && describeFlowForecast(forecast, isDetailed, space, dryRun),
        ...(isDetailed && { messages }),
        notes: [
          ...notes,
          ...(isDetailed && flow.msgs.length > messages.length
            ? [`Only the first ${messages.length} of ${flow.msgs.length} messages are listed.`]
            : []),
          ...(isDetailed ? [] : ['For its rules, messages and funds, set detail to "detailed".']),
        ],
      }
    })
  },
})

/** The fields of a message as JSON. */
function contentOf({ '@type': _, ...fields }: { '@type': string }): string {
  return JSON.stringify(fields)
}

/** Reads a flow, its newest runs and its forecast. */
export async function readFacts(id: string, { chain, options, now }: Call) {
  const { client, height } = chain
  const flow = await client.flow({ id, height }, options)
  const page = await readRuns(chain, flow, examinedRuns, options)
  const health = flowHealth(flow, page, now)
  const needsAgent = 'cause' in health && health.cause === 'agentFeeNotPaid'
  const agent = needsAgent ? await readAgent(chain, flow, options) : undefined
  const isDueSoon = Date.parse(flow.execTime) - now < maximumDryRunDelay && Date.parse(flow.execTime) > now
  const dryRun = isDueSoon ? await tryDryRun(chain, flow, options) : null
  const notes: string[] = []
  const forecast = await forecastOf()
  return { flow, runs: { page, agent }, forecast, dryRun, notes }

  async function forecastOf() {
    try {
      const facts = await readForecastFacts(client, { flows: [flow], histories: { [id]: page }, height, now }, options)
      return forecastFlows({ ...facts, dryRuns: { [id]: dryRun ?? undefined } }, now)[0] ?? null
    } catch (error) {
      if (!isFlowQueryError(error)) throw error
      notes.push(`There is no forecast, because a request failed: ${untrusted(error.shortMessage, 300)}`)
      return null
    }
  }
}

/** How soon a flow must be due for a dry run, in milliseconds. Until a later run, the state of the chain can change too much. */
const maximumDryRunDelay = 3_600_000

/** Executes the messages of a flow. Returns null if the node can't do it. */
export async function tryDryRun(
  { client, height }: Chain,
  flow: Parameters<typeof dryRunFlow>[1]['flow'],
  options: Call['options'],
): Promise<FlowDryRun | null> {
  // A dry run always uses the newest state.
  if (height !== undefined) return null
  try {
    const dryRun = await dryRunFlow(client, { flow }, options)
    return dryRun.result === 'notLocal' ? null : dryRun
  } catch (error) {
    if (!isFlowQueryError(error)) throw error
    return null
  }
}
