import type { FlowClient, RequestOptions } from '../../client.js'
import { type Body, child, decode, integer, isRecord, isTooDeep, list, string, uint64 } from '../../decode.js'
import { FlowQueryError, invalidArgument, isFlowQueryError } from '../../errors.js'
import { getWithRetry } from '../../request/get.js'
import { withFailover } from '../../request.js'
import { executionProblem } from '../../status.js'
import type { Flow } from '../../types.js'
import { type FailedDryRun, type FlowDryRun, isInterchain } from '../facts.js'
import { signerOf } from '../messages.js'
import type { FlowDryRunArgs } from './queries.js'

/**
 * Executes a flow's messages on the node's current state without changing it, and returns whether they succeed. It needs no keys.
 *
 * A dry run detects causes that a forecast can't know, such as an error of a contract or a validator that no longer exists. It doesn't
 * check fees and conditions, and it ignores feedback loops. Integers above 2^53 in a message to a contract are sent as strings, which
 * the contract may reject.
 *
 * @example
 * const run = await dryRunFlow(client, { flow })
 * if (run.result === 'failed') console.log(`Message ${run.messageIndex}: ${run.message}`)
 *
 * @throws {FlowQueryError} with kind `unsupported` if the node can't simulate transactions, or if a request fails
 */
export async function dryRunFlow(
  client: FlowClient,
  { flow }: FlowDryRunArgs,
  { signal }: RequestOptions = {},
): Promise<FlowDryRun> {
  if (!isRecord(flow)) throw invalidArgument('flow', flow, 'a flow, as `client.flow` returns it')
  if (isInterchain(flow)) return { result: 'notLocal' }
  const request = { query: 'flowDryRun', height: undefined, signal } as const
  return withFailover(client.settings, request, async ({ url }) => {
    const ask: Ask = (path, body) => getWithRetry(url + path, client.settings, { ...request, ...(body && { body }) })
    const attempt = async () => simulate(url, flow, await readSequence(url, flow.owner, ask), ask)
    try {
      return await attempt()
    } catch (error) {
      // The owner may have sent a transaction after its sequence was read.
      if (isFlowQueryError(error) && staleSequence.test(error.shortMessage)) return attempt()
      throw error
    }
  })
}

type Ask = (path: string, body?: string) => Promise<unknown>

async function readSequence(url: string, address: string, ask: Ask): Promise<string> {
  const path = `/cosmos/auth/v1beta1/accounts/${encodeURIComponent(address)}`
  return decode(await ask(path), body => child(body, 'account', sequenceOf), url + path)
}

/** Vesting accounts and module accounts contain another account. */
function sequenceOf(account: Body): string {
  const field = ['base_vesting_account', 'base_account'].find(name => isRecord(account[name]))
  return field ? child(account, field, sequenceOf) : uint64(account, 'sequence')
}

const simulatePath = '/cosmos/tx/v1beta1/simulate'

async function simulate(url: string, flow: Flow, sequence: string, ask: Ask): Promise<FlowDryRun> {
  let answer: unknown
  try {
    answer = await ask(simulatePath, bodyOf(flow, sequence))
  } catch (error) {
    const failed = isFlowQueryError(error) ? failureOf(error, flow) : undefined
    if (failed) return failed
    throw error
  }
  return decode(answer, body => succeeded(body, flow), url + simulatePath)
}

function succeeded(body: Body, flow: Flow): FlowDryRun {
  const gasUsed = child(body, 'gas_info', gas => integer(gas, 'gas_used'))
  const signers = child(body, 'result', result => list(result, 'events', signersIn)).flat()
  // The node accepts another account that has the same sequence, but a flow can't sign for it.
  const foreign = signers.find(signer => signer !== flow.owner)
  return foreign === undefined ? { result: 'succeeded', gasUsed } : wrongSigner(flow, foreign)
}

function bodyOf({ msgs }: Flow, sequence: string): string {
  if (msgs.some(message => message['@tooDeep'] || isTooDeep(message)))
    throw new FlowQueryError('argument', 'the messages are nested too deeply for a dry run', {}, '')
  const tx = {
    body: {
      messages: msgs,
      memo: '',
      timeout_height: '0',
      extension_options: [],
      non_critical_extension_options: [],
    },
    auth_info: {
      signer_infos: [{ public_key: null, mode_info: { single: { mode: 'SIGN_MODE_DIRECT' } }, sequence }],
      fee: { amount: [], gas_limit: '0', payer: '', granter: '' },
    },
    signatures: [''],
  }
  return JSON.stringify({ tx })
}

/** Returns the signers in an event whose attributes contain `into1…/50`: an account and its sequence. */
function signersIn(event: Body): string[] {
  return list(event, 'attributes', attribute =>
    string(attribute, 'key') === 'acc_seq' ? string(attribute, 'value').replace(/\/\d+$/, '') : '',
  ).filter(Boolean)
}

function wrongSigner({ msgs }: Flow, signer: string): FailedDryRun {
  const index = msgs.findIndex(message => signerOf(message) === signer)
  return {
    result: 'failed',
    messageIndex: index < 0 ? null : index,
    problem: 'wrongSigner',
    message: `owner doesn't have permission to sign for ${signer}`,
  }
}

const staleSequence = /account sequence mismatch/

function failureOf({ shortMessage }: FlowQueryError, flow: Flow): FailedDryRun | undefined {
  const [, reason = '', , gas] = / answered \d+: (.*?)( \[\S+\] with gas used: '(\d+)')?$/s.exec(shortMessage) ?? []
  const [, index, message = reason] = /^failed to execute message; message index: (\d+): (.*)/s.exec(reason) ?? []
  if (index !== undefined)
    return { result: 'failed', messageIndex: Number(index), problem: executionProblem(message), message }
  if (gas === undefined && !reason.startsWith('unknown message type')) return undefined
  const foreign = flow.msgs
    .map(message => signerOf(message))
    .find(signer => signer !== undefined && signer !== flow.owner)
  if (foreign !== undefined) return wrongSigner(flow, foreign)
  if (staleSequence.test(reason)) return undefined
  return { result: 'failed', messageIndex: null, problem: executionProblem(message), message }
}
