import type { Flow, FlowClient, RequestOptions } from '@flow-query/core'
import { executionProblem } from '@flow-query/core'
import { type Body, child, invalidArgument, isRecord, list, string, uint64 } from '@flow-query/core/parts/decode'
import { type FailedDryRun, type FlowDryRun, isInterchain } from '../forecast-facts.js'
import { signerOf } from '../messages.js'
import type { FlowDryRunArgs } from './queries.js'
import { simulateTransaction, staleSequence, type TransactionFailure } from './transaction.js'

/**
 * Executes a flow's messages on the node's current state without changing it, and returns whether they succeed.
 *
 * A dry run detects problems that a forecast can't detect, such as an error of a contract or a validator that no longer exists. It
 * doesn't check fees and conditions, and it ignores feedback loops. Integers above 2^53 in a message to a contract are sent as strings,
 * which the contract may reject.
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
  options?: RequestOptions,
): Promise<FlowDryRun> {
  if (!isRecord(flow)) throw invalidArgument('flow', flow, 'a flow, as `client.flow` returns it')
  return dryRun(client, flow, options)
}

export async function dryRun(
  client: FlowClient,
  flow: Flow,
  { sequence, ...options }: RequestOptions & { sequence?: string } = {},
): Promise<FlowDryRun> {
  if (isInterchain(flow)) return { result: 'notLocal' }
  const reader = {
    succeeded: (body: Body) => succeeded(body, flow, sequence === '0'),
    failed: (failure: TransactionFailure) => failed(failure, flow, sequence === '0'),
  }
  return simulateTransaction<FlowDryRun>(client, { signer: flow.owner, sequence, messages: flow.msgs }, reader, options)
}

function succeeded(body: Body, flow: Flow, isFirstTransaction: boolean): FlowDryRun {
  const gasUsed = child(body.gas_info, 'gas_info', gas => uint64(gas.gas_used, 'gas_used'))
  const signers = child(body.result, 'result', result => list(result.events, 'events', signersIn)).flat()
  // The simulation accepts any signer with the same sequence, but a flow can only sign for its owner.
  const foreign = signers.find(signer => signer !== flow.owner)
  if (foreign !== undefined) return wrongSigner(flow, foreign)
  return { result: 'succeeded', gasUsed, ...(isFirstTransaction && { isFirstTransaction }) }
}

/** An attribute such as `into1…/50` contains an account and its sequence. */
function signersIn(event: Body): string[] {
  return list(event.attributes, 'attributes', attribute =>
    string(attribute.key, 'key') === 'acc_seq' ? string(attribute.value, 'value').replace(/\/\d+$/, '') : '',
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

function failed(
  { messageIndex, message, gasUsed, isAboutMessages }: TransactionFailure,
  flow: Flow,
  isFirstTransaction: boolean,
): FlowDryRun | undefined {
  if (messageIndex === null) {
    if (!isAboutMessages) return undefined
    const foreign = flow.msgs
      .map(message => signerOf(message))
      .find(signer => signer !== undefined && signer !== flow.owner)
    if (foreign !== undefined) return wrongSigner(flow, foreign)
    if (staleSequence.test(message)) return undefined
  }
  const problem = executionProblem(message)
  return {
    result: 'failed',
    messageIndex,
    problem,
    message,
    ...(gasUsed && { gasUsed }),
    ...(isFirstTransaction && { isFirstTransaction }),
  }
}
