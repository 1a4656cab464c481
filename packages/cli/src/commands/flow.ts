import { type Flow, type FlowHistoryPage, flowStatus, isFlowQueryError, toDate } from '@flow-query/core'
import {
  absolute,
  conditionsInWords,
  configurationInWords,
  describeMessage,
  every,
  executions,
  describe as inWords,
  nextRun,
  noExecutions,
  relative,
  words,
} from '@flow-query/explorer-kit'
import { type Access, accessOf } from '../client.js'
import { type Detail, printDetails, wrap } from '../details.js'
import { executionColumns } from '../executions.js'
import { statusPart } from '../flows.js'
import { bold, createOutput, dim, type Output, type Part } from '../output.js'
import type { Context } from '../settings.js'
import { printTable } from '../table.js'

const lastExecutions = 5

export async function run(context: Context, [id = '']: string[]): Promise<void> {
  const output = createOutput(context.settings)
  const access = await accessOf(context)
  const { client, options } = access
  if (context.settings.json) return output.json(await client.flow({ id }, options))
  const [flow, page] = await Promise.all([
    client.flow({ id }, options),
    client.flowHistory({ id, limit: lastExecutions, reverse: true, countTotal: true }, options),
  ])
  await print(output, flow, page, await accounts(access, flow))
}

async function print(output: Output, flow: Flow, page: FlowHistoryPage, accounts: readonly Detail[]): Promise<void> {
  const now = Date.now()
  const label: Part = flow.label ? bold(flow.label) : dim(words.flow.noLabel)
  await output.write(`${wrap(output, [`${words.flow.title(flow.id)}  `, label])}\n`)
  await output.write(`${wrap(output, inWords(flow))}\n\n`)
  await printDetails(output, [
    ...schedule(flow, now),
    ...rules(flow),
    [words.flow.feeAddress, flow.feeAddress],
    [words.flow.owner, flow.owner],
    ...accounts,
  ])

  await output.line()
  const last = executions([page])
  if (!last.length) return output.line(noExecutions(flow, now))
  await output.line(bold(words.history.title), dim(`  ${last.length} of ${page.total ?? last.length}`))
  await printTable(output, executionColumns(output, flow, now), last)
}

function schedule(flow: Flow, now: number): Detail[] {
  const at = (time: string): string => {
    const date = toDate(time)
    return date ? `${absolute(date)} (${relative(date.getTime(), now)})` : words.flow.never
  }
  const status = flowStatus(flow, now)
  const goesOn = status === 'active' || status === 'scheduled'
  const run = goesOn && nextRun(flow, now) === words.flow.due ? words.flow.due : at(flow.execTime)
  return [
    ['Status', [statusPart(flow, now), `  ${words.statusMeaning[status]}`]],
    [goesOn ? words.flow.nextRun : words.flow.lastRun, run],
    [words.flow.schedule, `${every(flow.interval)}, from ${at(flow.startTime)}`, `to ${at(flow.endTime)}`],
  ]
}

function rules(flow: Flow): Detail[] {
  const conditions = conditionsInWords(flow).map(phrase =>
    phrase.map(part => (typeof part === 'string' ? part : `flow ${part.flow}`)).join(''),
  )
  return [
    [words.flow.messages, ...flow.msgs.map(message => [describeMessage(message), dim(`  ${message['@type']}`)])],
    [words.flow.conditions, ...(conditions.length ? conditions : [words.flow.noConditions])],
    [words.flow.configuration, ...configurationInWords(flow)],
  ]
}

/** Where the flow acts: its owner's account on the other chain, or its agent's. */
async function accounts({ client, options }: Access, flow: Flow): Promise<Detail[]> {
  const { selfHostedIca, trustlessAgent, owner } = flow
  if (trustlessAgent) return [[words.flow.agent, trustlessAgent.agentAddress]]
  if (!selfHostedIca?.connectionId) return []
  const { connectionId } = selfHostedIca
  const account = await client.ica({ owner, connectionId }, options).then(
    address => [address, dim(`  on ${connectionId}`)],
    error => {
      if (isFlowQueryError(error, 'notFound')) return words.flow.accountMissing(connectionId)
      throw error
    },
  )
  return [['Interchain account', account]]
}
