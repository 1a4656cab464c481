import { type Flow, flowStatus, toDate } from '@flow-query/core'
import { formatCount, formatNumber, needsAttention, shortenAddress } from '@flow-query/words'
import { noFlows, titleOf } from '../flows.js'
import { printState, stateInWords } from '../health.js'
import { readChain } from '../node/chain.js'
import { type Access, accessOf } from '../node/client.js'
import { askForEach, type FlowState, readState } from '../node/histories.js'
import type { Context } from '../settings.js'
import { wrap } from '../terminal/details.js'
import { createOutput, dim, type Output } from '../terminal/output.js'

export interface FailingOptions {
  owner?: string
  days?: number
  limit?: number
}

export async function run(context: Context, { owner, days = 7, limit = 10 }: FailingOptions): Promise<void> {
  const output = createOutput(context)
  const access = await accessOf(context)
  const flows = await readChain(output, access, owner)
  const now = Date.now()
  const ran = flows.filter(flow => flowStatus(flow, now) !== 'scheduled')
  const recent = ran.filter(flow => flowStatus(flow, now) === 'active' || lastRun(flow) >= now - days * 86_400_000)
  const states = await askForEach(output, recent, flow => stateIfFailing(access, flow, now))
  const failing = worstFirst(states.filter(state => state !== null))
  const shown = failing.slice(0, limit)

  if (context.settings.json)
    return output.json({
      flows: flows.length,
      asked: recent.length,
      found: failing.length,
      failing: shown.map(state => ({
        flow: state.flow,
        health: state.health,
        summary: state.summary,
        words: stateInWords(state, now),
      })),
    })
  for (const state of shown) await print(output, state, now, owner === undefined)
  if (!flows.length) return output.note(noFlows(owner))
  const found = failing.length ? formatNumber(failing.length) : 'None'
  output.note(`${found} of ${formatCount(flows.length, 'flow')} ${failing.length < 2 ? 'needs' : 'need'} attention.`)
  if (failing.length > limit) output.note(`These are the worst. More: --limit ${limit * 5}`)
  if (recent.length < ran.length)
    output.note(`What ${days ? `ended more than ${formatCount(days, 'day')} ago` : 'has ended'} is left out: --days`)
}

function lastRun({ execTime }: Flow): number {
  return toDate(execTime)?.getTime() ?? 0
}

/** So many runs tell whether a flow fails, and so many since when. */
const [few, many] = [5, 100]

async function stateIfFailing(access: Access, flow: Flow, now: number): Promise<FlowState | null> {
  const state = await readState(access, flow, now, few)
  if (!needsAttention(state.health)) return null
  return state.isWhole ? state : readState(access, flow, now, many)
}

/** What will fail again comes first, the longest first; then what is over, the newest first. */
function worstFirst(states: readonly FlowState[]): FlowState[] {
  const goOn = states.filter(({ health }) => health.state === 'failing')
  const over = states.filter(({ health }) => health.state !== 'failing')
  return [...goOn.sort((a, b) => since(a) - since(b)), ...over.sort((a, b) => since(b) - since(a))]
}

function since({ health }: FlowState): number {
  return health.state === 'unknown' ? 0 : (toDate(health.since?.time ?? '')?.getTime() ?? 0)
}

async function print(output: Output, state: FlowState, now: number, owner: boolean): Promise<void> {
  const { flow } = state
  const address = Number.isFinite(output.columns) ? shortenAddress(flow.owner) : flow.owner
  await output.write(`${wrap(output, [...titleOf(flow), dim(owner ? `  of ${address}` : '')])}\n`)
  await printState(output, state, now, 2)
  await output.line()
}
