import { readFileSync } from 'node:fs'
import type { Coin, FeeParams, Message } from '../src/index.js'

const recordings = new URL('../../testing/recordings/', import.meta.url)

export function read<Content>(file: string): Content {
  return JSON.parse(readFileSync(new URL(file, recordings), 'utf8'))
}

interface Exchange {
  request: { path: string; headers?: Record<string, string> }
  response: { status: number; body: string }
}

/** Returns the successful responses to the paths that match a pattern, at the file's own height. */
export function responses<Body>(file: string, path: RegExp): { path: string; body: Body }[] {
  return read<Exchange[]>(file).flatMap(({ request, response }) => {
    const isKept = path.test(request.path) && response.status === 200 && !request.headers?.['x-cosmos-block-height']
    return isKept ? [{ path: request.path, body: JSON.parse(response.body) }] : []
  })
}

/** A flow, in the node's JSON. */
export interface Flow {
  id: string
  owner: string
  msgs: Message[]
  interval: string
  start_time: string
  exec_time: string
  end_time: string
  update_history: string[]
  self_hosted_ica: { connection_id: string }
  trustless_agent: { agent_address: string; fee_limit: Coin[] }
  configuration: { save_responses: boolean; stop_on_success: boolean; stop_on_failure: boolean }
  conditions: {
    comparisons: Comparison[]
    feedback_loops: FeedbackLoop[]
    stop_on_success_of: string[]
    stop_on_failure_of: string[]
    skip_on_success_of: string[]
    skip_on_failure_of: string[]
    use_and_for_comparisons: boolean
  }
}

export interface Comparison {
  flow_id: string
  response_index: number
  response_key: string
  value_type: string
  operator: string
  operand: string
  icq_config?: { timeout_policy: string; query_key: string } | null
}

export interface FeedbackLoop {
  response_index: number
  response_key: string
  msgs_index: number
  icq_config?: Comparison['icq_config']
}

interface HistoryEntry {
  scheduled_exec_time: string
  actual_exec_time: string
  exec_fee: Coin[]
  executed: boolean
  errors: string[]
  msg_responses: Message[]
  query_responses: string[]
  packet_sequences: string[]
}

/** All times are in nanoseconds since 1970. */
export interface Run {
  scheduled: bigint
  actual: bigint
  fee: Coin | undefined
  executed: boolean
  errors: string[]
  msgResponses: Message[]
  queryResponses: string[]
  isSent: boolean
}

export interface RecordedFlow {
  /** The folder of the recording and the ID of the flow. */
  name: string
  folder: string
  flow: Flow
  /** Oldest first. */
  runs: Run[]
  /** Whether the recording has only the newest runs. */
  isCut: boolean
}

/** The files with flows and their histories, oldest first. All nodes ran release 1.1.0. */
const files = [
  'v1/state.json',
  'v1-interchain/state.json',
  'v1-outcomes/after-their-end.json',
  'v1-forecast/state.json',
  'v1-forecast/later.json',
  'v1-truth/end.json',
  'v1-truth-2/end.json',
]

/** The flows that are recorded with their histories. If several files of a folder have the same flow, the newest file counts. */
export const flows: readonly RecordedFlow[] = Array.from(
  new Map(files.flatMap(flowsIn).map(recorded => [recorded.name, recorded])).values(),
)

export function flowNamed(name: string): RecordedFlow {
  const found = flows.find(recorded => recorded.name === name)
  if (!found) throw new Error(`${name} isn't recorded.`)
  return found
}

function flowsIn(file: string): RecordedFlow[] {
  const folder = file.slice(0, file.indexOf('/'))
  const histories = new Map<string, { history: HistoryEntry[]; limit: number }>()
  for (const { path, body } of responses<{ history: HistoryEntry[] }>(file, /flow-history\/\d+/)) {
    const [, id = ''] = /flow-history\/(\d+)/.exec(path) ?? []
    const [, limit = 'Infinity'] = /limit=(\d+)/.exec(path) ?? []
    histories.set(id, { history: [...(histories.get(id)?.history ?? []), ...body.history], limit: Number(limit) })
  }
  const lists = responses<{ flow?: Flow; flows?: Flow[] }>(file, /\/flows?(\/\d+)?(\?|$)/)
  return lists
    .flatMap(({ body }) => body.flows ?? body.flow ?? [])
    .flatMap(flow => {
      const found = histories.get(flow.id)
      if (!found) return []
      const runs = runsOf(found.history)
      return { name: `${folder} ${flow.id}`, folder, flow, runs, isCut: runs.length === found.limit }
    })
}

function runsOf(history: readonly HistoryEntry[]): Run[] {
  const runs = history.map(entry => ({
    scheduled: nanoseconds(entry.scheduled_exec_time),
    actual: nanoseconds(entry.actual_exec_time),
    fee: entry.exec_fee[0],
    executed: entry.executed,
    errors: entry.errors,
    msgResponses: entry.msg_responses,
    queryResponses: entry.query_responses,
    isSent: entry.packet_sequences.length > 0,
  }))
  return runs.sort((one, other) => (one.scheduled < other.scheduled ? -1 : 1))
}

export interface Draft {
  name: string
  message: Message &
    Pick<Flow, 'msgs' | 'conditions'> & {
      fee_funds: Coin[]
      configuration: Flow['configuration'] & { wallet_fallback: boolean }
    }
  /** Whether the node accepted the flow. */
  isAccepted: boolean
  /** The error of the node, or the gas of the transaction. */
  said: string
  gas: number
  /** The runs of the flow, if it was submitted. */
  runs: Run[]
  feeAccountLeft: Coin[] | undefined
}

interface DraftLine {
  name: string
  message: Draft['message']
  simulate: { status: number; body: string }
  submitted?: { runs: HistoryEntry[]; feeAccountLeft?: Coin[] }
}

export const drafts: readonly Draft[] = ['v1-drafts', 'v1-drafts-2'].flatMap(folder =>
  read<DraftLine[]>(`${folder}/drafts.json`).map(({ name, message, simulate, submitted }) => {
    const answer = JSON.parse(simulate.body)
    return {
      name: `${folder} ${name}`,
      message,
      isAccepted: simulate.status === 200,
      said: answer.message ?? '',
      gas: Number(answer.gas_info?.gas_used ?? 0),
      runs: runsOf(submitted?.runs ?? []),
      feeAccountLeft: submitted?.feeAccountLeft,
    }
  }),
)

export function draftNamed(name: string): Draft {
  const found = drafts.find(draft => draft.name === name)
  if (!found) throw new Error(`${name} isn't recorded.`)
  return found
}

interface Params {
  flow_funds_commission: string
  flow_flex_fee_mul: string
  burn_fee_per_msg: string
  gas_fee_coins: Coin[]
}

/** The parameters of all recorded chains. */
export function recordedParams(): FeeParams {
  const [params] = responses<{ params: Params }>('v1-forecast/state.json', /intent\/v1\/params$/)
  if (!params) throw new Error('The recording has no parameters.')
  const { flow_funds_commission, flow_flex_fee_mul, burn_fee_per_msg, gas_fee_coins } = params.body.params
  return {
    flowFundsCommission: flow_funds_commission,
    flowFlexFeeMul: flow_flex_fee_mul,
    burnFeePerMsg: burn_fee_per_msg,
    gasFeeCoins: gas_fee_coins,
  }
}

export function isInterchain({ self_hosted_ica, trustless_agent }: Flow): boolean {
  return self_hosted_ica.connection_id !== '' || trustless_agent.agent_address !== ''
}

/** Whether the conditions prevented a run. A run that a feedback loop keeps from running has a fee. */
export function isUnmet({ executed, errors, fee, isSent }: Run): boolean {
  if (errors.length > 0) return errors.some(error => error.startsWith('conditions to execute not met'))
  return !executed && !fee && !isSent
}

export function nanoseconds(time: string): bigint {
  const [, seconds = '', decimals = ''] = /^([^.Z]+)(?:\.(\d+))?Z$/.exec(time) ?? []
  return BigInt(Date.parse(`${seconds}Z`)) * 1_000_000n + BigInt(decimals.padEnd(9, '0'))
}

/** Converts a duration such as `60s`. */
export function durationOf(duration: string): bigint {
  return BigInt(duration.replace('s', '')) * 1_000_000_000n
}
