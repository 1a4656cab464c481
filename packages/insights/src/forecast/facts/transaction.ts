import type { AnyMessage, FlowClient, RequestOptions } from '@flow-query/core'
import { FlowQueryError, isFlowQueryError } from '@flow-query/core'
import { type Body, child, decode, isRecord, isTooDeep, type ResponseBody, uint64 } from '@flow-query/core/parts/decode'
import { getWithRetry, withFailover } from '@flow-query/core/parts/request'

export interface Transaction {
  signer: string
  sequence?: string | undefined
  messages: readonly AnyMessage[]
}

interface TransactionReader<Result> {
  succeeded: (body: Body) => Result
  /** Returns undefined if the transaction didn't fail because of its messages. */
  failed: (failure: TransactionFailure) => Result | undefined
}

export interface TransactionFailure {
  /** Null if the transaction fails before its first message. */
  messageIndex: number | null
  /** The node's reason, without its position in the source code. */
  message: string
  gasUsed: string | undefined
  isAboutMessages: boolean
}

/**
 * Executes a transaction on the node's current state without changing it.
 *
 * @throws {FlowQueryError} with kind `unsupported` if the node can't simulate transactions, or if a request fails
 */
export async function simulateTransaction<Result>(
  client: FlowClient,
  transaction: Transaction,
  reader: TransactionReader<Result>,
  options: RequestOptions = {},
): Promise<Result> {
  const { signer, messages, sequence } = transaction
  return withNode(client, options, async (url, ask) => {
    const attempt = (sequence: string) => simulate(url, bodyOf(messages, sequence), reader, ask)
    try {
      return await attempt(sequence ?? (await sequenceAt(url, signer, ask)))
    } catch (error) {
      // The owner may have sent a transaction after its sequence was read.
      const isStale = isFlowQueryError(error) && staleSequence.test(error.shortMessage)
      if (isStale) return attempt(await sequenceAt(url, signer, ask))
      throw error
    }
  })
}

export const staleSequence = /account sequence mismatch/

/**
 * Returns the number of transactions that an account has signed.
 *
 * @throws {FlowQueryError} with kind `notFound` if the account doesn't exist, or if a request fails
 */
export function readSequence(client: FlowClient, address: string, options: RequestOptions): Promise<string> {
  return withNode(client, options, (url, ask) => sequenceAt(url, address, ask))
}

type Ask = (path: string, body?: string) => Promise<ResponseBody>

function withNode<Result>(
  client: FlowClient,
  { signal, onHeight }: RequestOptions,
  read: (url: string, ask: Ask) => Promise<Result>,
): Promise<Result> {
  const request = { query: 'flowDryRun', height: undefined, signal, onHeight } as const
  return withFailover(client.settings, request, ({ url }) =>
    read(url, (path, body) => getWithRetry(url + path, client.settings, { ...request, ...(body && { body }) })),
  )
}

async function sequenceAt(url: string, address: string, ask: Ask): Promise<string> {
  const path = `/cosmos/auth/v1beta1/accounts/${encodeURIComponent(address)}`
  return decode(await ask(path), body => child(body.account, 'account', sequenceOf), url + path)
}

/** Reads the sequence from the base account, which vesting accounts and module accounts contain. */
function sequenceOf(account: Body): string {
  const field = ['base_vesting_account', 'base_account'].find(name => isRecord(account[name]))
  return field ? child(account[field], field, sequenceOf) : uint64(account.sequence, 'sequence')
}

const simulatePath = '/cosmos/tx/v1beta1/simulate'

async function simulate<Result>(
  url: string,
  body: string,
  { succeeded, failed }: TransactionReader<Result>,
  ask: Ask,
): Promise<Result> {
  let answer: ResponseBody
  try {
    answer = await ask(simulatePath, body)
  } catch (error) {
    const result = isFlowQueryError(error) ? failed(failureOf(error)) : undefined
    if (result !== undefined) return result
    throw error
  }
  return decode(answer, succeeded, url + simulatePath)
}

function bodyOf(messages: readonly AnyMessage[], sequence: string): string {
  if (messages.some(message => message['@tooDeep'] || isTooDeep(message)))
    throw new FlowQueryError('argument', 'the messages are nested too deeply for a dry run', {}, '')
  const tx = {
    body: { messages, memo: '', timeout_height: '0', extension_options: [], non_critical_extension_options: [] },
    auth_info: {
      signer_infos: [{ public_key: null, mode_info: { single: { mode: 'SIGN_MODE_DIRECT' } }, sequence }],
      fee: { amount: [], gas_limit: '0', payer: '', granter: '' },
    },
    signatures: [''],
  }
  return JSON.stringify({ tx })
}

function failureOf({ kind, shortMessage }: FlowQueryError): TransactionFailure {
  const [, reason = '', gas] =
    / answered \d+: (.*?)(?:(?: \[\S+\])? with gas used: '(\d+)')?$/s.exec(shortMessage) ?? []
  const [, index, message = reason] = /^failed to execute message; message index: (\d+): (.*)/s.exec(reason) ?? []
  return {
    messageIndex: index === undefined ? null : Number(index),
    message,
    gasUsed: gas,
    isAboutMessages: index !== undefined || gas !== undefined || (kind === 'argument' && reason !== ''),
  }
}
