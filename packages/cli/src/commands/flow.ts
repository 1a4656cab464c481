import {
  executionOutcome,
  type Flow,
  type FlowHistoryPage,
  flowStatus,
  isFlowQueryError,
  type TrustlessAgentConfig,
  toDate,
} from '@flow-query/core'
import {
  describeAgentFee,
  describeFlow,
  describeMessage,
  describeRules,
  describeSchedule,
  explainExecution,
  formatRelativeTime,
  formatTime,
  noConditions,
  phraseText,
  statusMeanings,
} from '@flow-query/words'
import { type Execution, executionColumns, noExecutions } from '../executions.js'
import { statusPart, titleOf } from '../flows.js'
import { accountOf } from '../node/account.js'
import { type Access, accessOf } from '../node/client.js'
import type { Context } from '../settings.js'
import { type Detail, printDetails, wrap } from '../terminal/details.js'
import { bold, createOutput, dim, type Output, type Part } from '../terminal/output.js'
import { printTable } from '../terminal/table.js'

const lastExecutions = 5

export async function run(context: Context, id: string): Promise<void> {
  const output = createOutput(context)
  const access = await accessOf(context)
  const { client, height, options } = access
  if (context.settings.json) return output.json(await client.flow({ id, height }, options))
  const [flow, page] = await Promise.all([
    client.flow({ id, height }, options),
    client.flowHistory({ id, limit: lastExecutions, reverse: true, countTotal: true, height }, options),
  ])
  await print(output, flow, page, await accounts(access, flow))
}

async function print(output: Output, flow: Flow, page: FlowHistoryPage, accounts: readonly Detail[]): Promise<void> {
  const now = Date.now()
  await output.write(`${wrap(output, titleOf(flow))}\n`)
  await output.write(`${wrap(output, describeFlow(flow))}\n\n`)
  await printDetails(output, [
    ...schedule(flow, now),
    ...rules(flow),
    ['Fee account', flow.feeAddress],
    ['Owner', flow.owner],
    ...accounts,
  ])

  await output.line()
  const total = page.total ?? page.history.length
  const last = page.history.map((entry, place) => ({ number: total - place, entry }))
  const [newest] = last
  if (!newest) return output.line(noExecutions(flow, now))
  await output.line(bold('History'), dim(`  ${last.length} of ${total}`))
  await printTable(output, executionColumns(output, flow, now), last)
  await explain(output, flow, newest, now)
}

/** Why the newest execution did not go well, and what its owner can do. */
async function explain(output: Output, flow: Flow, { number, entry }: Execution, now: number): Promise<void> {
  for (const { title, help, chainSaid } of explainExecution(entry, flow, executionOutcome(entry, flow, now))) {
    await output.write(`\n${wrap(output, [`Run ${number}: `, bold(title), '. ', help])}\n`)
    if (chainSaid !== null) await output.write(`${wrap(output, dim(`The chain said: ${chainSaid}`))}\n`)
  }
}

function schedule(flow: Flow, now: number): Detail[] {
  const status = flowStatus(flow, now)
  const goesOn = status === 'active' || status === 'scheduled'
  const time = toDate(flow.execTime)?.getTime()
  const isDue = goesOn && time !== undefined && time <= now
  const distance = time === undefined ? '' : ` (${formatRelativeTime(time, now)})`
  return [
    ['Status', [statusPart(status), `  ${statusMeanings[status]}`]],
    [goesOn ? 'Next run' : 'Last run', isDue ? 'due now' : formatTime(flow.execTime) + distance],
    ['Schedule', ...describeSchedule(flow, { now })],
  ]
}

function rules(flow: Flow): Detail[] {
  const { conditions, configuration } = describeRules(flow)
  return [
    ['What it does', ...flow.msgs.map(message => [describeMessage(message), dim(`  ${message['@type']}`)])],
    ['Conditions', ...(conditions.length ? conditions.map(phraseText) : [noConditions])],
    ['Configuration', ...configuration],
  ]
}

/** Who acts for the flow on the other chain: its agent, or its owner's account. */
async function accounts(access: Access, { selfHostedIca, trustlessAgent, owner }: Flow): Promise<Detail[]> {
  if (trustlessAgent) return [['Trustless agent', ...(await agentLines(access, trustlessAgent))]]
  if (!selfHostedIca?.connectionId) return []
  return [['Interchain account', await accountOf(access, { owner, connectionId: selfHostedIca.connectionId })]]
}

async function agentLines(
  { client, height, options }: Access,
  { agentAddress, connectionId }: TrustlessAgentConfig,
): Promise<Part[][]> {
  const name = (connection: string) => [agentAddress, dim(connection && `  on ${connection}`)]
  try {
    const agent = await client.trustlessAgent({ agentAddress, height }, options)
    return [name(connectionId || agent.icaConfig.connectionId), [`Takes ${describeAgentFee(agent)} a run`]]
  } catch (error) {
    if (isFlowQueryError(error, 'notFound')) return [name(connectionId), ['This chain has no such agent.']]
    // A node without the query.
    if (isFlowQueryError(error, 'unsupported')) return [name(connectionId)]
    throw error
  }
}
