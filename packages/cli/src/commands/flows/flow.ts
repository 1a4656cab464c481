import {
  type ChainTime,
  executionOutcome,
  type Flow,
  type FlowHistoryPage,
  type FlowStatus,
  flowStatus,
  type TrustlessAgentConfig,
  toDate,
} from '@flow-query/core'
import {
  describeAgentFee,
  describeFlow,
  describeLateBlock,
  describeMessage,
  describeNextRun,
  describeRules,
  describeSchedule,
  type ExplainOptions,
  explainExecution,
  explainVerdict,
  formatCount,
  formatRelativeTime,
  formatTime,
  type NumberedRun,
  noConditions,
  phraseText,
  statusMeanings,
} from '@flow-query/format'
import { type FlowVerdict, readAgent, unclearRuns } from '@flow-query/insights'
import { readPackets } from '@flow-query/insights/forecast'
import { type Define, examples, flowId } from '../../definition.js'
import { executionColumns, noExecutions } from '../../executions.js'
import { statusPart, titleOf } from '../../flows.js'
import { accountOf } from '../../node/account.js'
import { type Access, accessOf, readTime } from '../../node/client.js'
import type { Context } from '../../settings.js'
import { suggest } from '../../suggestion.js'
import { type Detail, printDetails, printWrapped } from '../../terminal/details.js'
import { bold, createOutput, dim, type Output, type Part } from '../../terminal/output.js'
import { printTable } from '../../terminal/table.js'
import { paragraph, readVerdict, titlePart } from '../../verdict.js'

const lastExecutions = 5

export const define: Define = (command, context) =>
  command
    .argument('<id>', 'flow ID', flowId)
    .addHelpText('after', examples('flow 14 --embedded', 'flow 14 --json --embedded'))
    .action(id => run(context(), id))

async function run(context: Context, id: string): Promise<void> {
  const output = createOutput(context)
  const access = await accessOf(context)
  const { client, height, options } = access
  if (context.settings.json) return output.json(await client.flow({ id, height }, options))
  const time = await readTime(access)
  const args = { id, limit: lastExecutions, reverse: true, countTotal: true, height }
  const page = await client.flowHistory(args, options)
  // The flow is read after its runs. If it was read before, a run in between would look like its last one.
  const flow = await client.flow({ id, height }, options)
  const agent = await readAgent(client, { flow, height }, options)
  const unclear = unclearRuns(flow, page, time)
  const packets = height === undefined ? await readPackets(client, { flow, runs: unclear }, options) : []
  const verdict = await readVerdict(output, access, { flow, newest: page }, time)
  await print(output, verdict, page, time, { agent, unclear, packets }, await accounts(access, agent, flow))
  suggest(context, output, 'find out whether it works', `explain ${id}`)
}

async function print(
  output: Output,
  verdict: FlowVerdict,
  page: FlowHistoryPage,
  time: ChainTime,
  known: ExplainOptions,
  accounts: readonly Detail[],
): Promise<void> {
  const { flow } = verdict
  const status = flowStatus(flow, time, { newest: page.history[0] })
  const { title, second } = explainVerdict(verdict, known)
  await printWrapped(output, titleOf(flow))
  await printWrapped(output, describeFlow(flow))
  await output.line()
  await printWrapped(output, titlePart(verdict, phraseText(title)))
  if (second) await printWrapped(output, paragraph([phraseText(second)]))
  await output.line()
  await printDetails(output, [
    ...schedule(verdict, status, time),
    ...rules(flow),
    ['Fee account', flow.feeAddress],
    ['Owner', flow.owner],
    ...accounts,
  ])

  await output.line()
  const total = page.total ?? page.history.length
  const last = page.history.map((entry, place) => ({ flow, number: total - place, entry }))
  const [newest] = last
  if (!newest) return output.line(noExecutions(flow, time))
  await output.line(bold('History'), dim(`  ${last.length} of ${total}`))
  await printTable(output, executionColumns(output, time), last)
  await explain(output, flow, newest, time, { ...known, status })
}

async function explain(
  output: Output,
  flow: Flow,
  { number, entry }: NumberedRun,
  time: ChainTime,
  known: ExplainOptions,
): Promise<void> {
  const explanations = explainExecution(entry, flow, executionOutcome(entry, flow, time), known)
  for (const { title, help, chainSaid } of explanations) {
    await output.line()
    await printWrapped(output, [`Run ${number}: `, bold(title), '. ', help])
    if (chainSaid !== null) await printWrapped(output, dim(`The chain said: ${chainSaid}`))
  }
}

function schedule({ flow, forecast }: FlowVerdict, status: FlowStatus, time: ChainTime): Detail[] {
  const now = time.readAt
  const hasNextRun = status === 'active' || status === 'scheduled'
  const due = toDate(flow.execTime)?.getTime()
  const isDue = hasNextRun && due !== undefined && due <= now
  const distance = due === undefined ? '' : ` (${formatRelativeTime(due, now)})`
  // A flow that stops early never reaches its end.
  const reachesEnd = hasNextRun && !forecast?.stop
  const late = isDue && describeLateBlock(time)
  return [
    ['Status', [statusPart(status), `  ${late || statusMeanings[status]}`]],
    [hasNextRun ? 'Next run' : 'Last run', isDue ? describeNextRun(flow, time) : formatTime(flow.execTime) + distance],
    ['Schedule', ...describeSchedule(flow, reachesEnd ? { now } : {})],
  ]
}

const mostConditions = 100

function listed(conditions: readonly string[]): string[] {
  const more = conditions.length - mostConditions
  const rest = more > 0 ? [`And ${formatCount(more, 'more condition')}. To print all, use --json.`] : []
  return [...conditions.slice(0, mostConditions), ...rest]
}

function rules(flow: Flow): Detail[] {
  const { conditions, configuration } = describeRules(flow)
  return [
    ['What it does', ...flow.msgs.map(message => [describeMessage(message), dim(`  ${message['@type']}`)])],
    ['Conditions', ...(conditions.length ? listed(conditions.map(phraseText)) : [noConditions])],
    ['Configuration', ...configuration],
  ]
}

async function accounts(
  access: Access,
  agent: Agent,
  { selfHostedIca, trustlessAgent, owner }: Flow,
): Promise<Detail[]> {
  if (trustlessAgent) return [['Trustless agent', ...agentLines(agent, trustlessAgent)]]
  if (!selfHostedIca?.connectionId) return []
  return [['Interchain account', await accountOf(access, { owner, connectionId: selfHostedIca.connectionId })]]
}

type Agent = Awaited<ReturnType<typeof readAgent>>

function agentLines(agent: Agent, { agentAddress, connectionId }: TrustlessAgentConfig): Part[][] {
  const connection = connectionId || agent?.icaConfig.connectionId
  const name = [agentAddress, dim(connection ? `  on ${connection}` : '')]
  if (agent === undefined) return [name]
  return [name, [agent ? `Fee per run: ${describeAgentFee(agent)}` : 'This agent does not exist on this chain.']]
}
