import type { Version } from '../releases.js'
import * as fields from './fields.js'
import { type Fields, list, ref, type Schema, text, uint64 } from './fields.js'

/** Every message of a version, as the node prints it. */
export function schemasOf(version: Version): Record<string, Schema> {
  return { ...common, ...(version === 'v1' ? v1 : v1beta1) }
}

const common: Record<string, Schema> = {
  Coin: message('An amount of one denom.', fields.coin),
  AnyMessage: {
    type: 'object',
    description: "Any message or message response: `@type` names it, and the rest is that type's own, in snake_case.",
    properties: { '@type': text('As `/cosmos.bank.v1beta1.MsgSend`.') },
    required: ['@type'],
    additionalProperties: true,
  },
  SelfHostedIca: message('A port on a connection: where an interchain account is controlled from.', fields.icaConfig),
  IcqConfig: message("A key read from another chain's store before an execution.", fields.icqConfig),
  Conditions: message('When an execution happens, and when the flow ends.', fields.conditions),
  PageResponse: {
    type: 'object',
    description: 'Where the list goes on.',
    properties: {
      next_key: {
        anyOf: [{ type: 'string', contentEncoding: 'base64' }, { type: 'null' }],
        description: 'For `pagination.key`; null on the last page.',
      },
      total: uint64(
        'The size of the whole list where it was counted: with `pagination.count_total`, or without a limit. `0` where it was not: it says nothing then.',
      ),
    },
    required: ['next_key', 'total'],
    additionalProperties: false,
  },
  Status: {
    type: 'object',
    description:
      "A node's refusal. Where the message starts with `codespace X code N:`, that is its machine-readable part.",
    properties: {
      code: {
        type: 'integer',
        description: 'A gRPC code: 2 unknown, 3 invalid, 5 not found, 8 exhausted, 12 unimplemented, 13 internal.',
      },
      message: text('What went wrong.'),
      details: { type: 'array', items: true },
    },
    required: ['code', 'message', 'details'],
    additionalProperties: false,
  },
}

const v1: Record<string, Schema> = {
  Flow: message('A transaction that the chain runs by itself.', fields.flow),
  TrustlessAgentConfig: message('Who executes for the owner, and for how much.', fields.trustlessAgentConfig),
  Configuration: message('What the owner chose.', fields.configuration),
  FeedbackLoop: message('Puts a value of an earlier response into a message.', fields.feedbackLoop),
  Comparison: message('Compares a value of an earlier response.', fields.comparison),
  HistoryEntry: message(entryWords(), fields.historyEntry),
  Params: message('The parameters of the Intent module.', fields.params),
  ConnectionRewards: message('What relayers of one connection are paid.', fields.connectionRewards),
  TrustlessAgent: message("An agent that executes others' flows.", fields.trustlessAgent),
  FeeConfig: message("An agent's fees.", fields.feeConfig),
}

const { selfHostedIca, trustlessAgent: _agent, ...sharedFlow } = fields.flow
const { walletFallback, ...sharedConfiguration } = fields.configuration
const { packetSequences: _packets, ...sharedEntry } = fields.historyEntry
const { connectionRewards: _rewards, ...sharedParams } = fields.params

const v1beta1: Record<string, Schema> = {
  Flow: message('A transaction that the chain runs by itself.', {
    ...sharedFlow,
    icaConfig: selfHostedIca,
    hostedIcaConfig: fields.hostedIcaConfig,
  }),
  HostedIcaConfig: message('Who executes for the owner, and for how much.', {
    hostedAddress: fields.trustlessAgentConfig.agentAddress,
    feeCoinLimit: ref('Coin', 'The most the owner pays per execution; no denom means none.'),
  }),
  Configuration: message('What the owner chose.', { ...sharedConfiguration, fallbackToOwnerBalance: walletFallback }),
  FeedbackLoop: message('Puts a value of an earlier response into a message.', withoutDifference(fields.feedbackLoop)),
  Comparison: message('Compares a value of an earlier response.', withoutDifference(fields.comparison)),
  HistoryEntry: message(entryWords(), {
    ...sharedEntry,
    execFee: ref('Coin', 'No denom and an amount of `0` when nothing was tried.'),
  }),
  Params: message('The parameters of the Intent module.', {
    ...sharedParams,
    relayerRewards: list(uint64('In the base denom.'), 'What relayers are paid, one amount per class of message.'),
  }),
  HostedAccount: message("An account that executes others' flows.", {
    hostedAddress: fields.trustlessAgent.agentAddress,
    icaConfig: fields.trustlessAgent.icaConfig,
    hostFeeConfig: fields.trustlessAgent.feeConfig,
  }),
  FeeConfig: message("A hosted account's fees. The second field's name is misspelt in the interface itself.", {
    admin: fields.feeConfig.feeAdmin,
    feeCoinsSuported: fields.feeConfig.feeCoinsSupported,
  }),
}

function entryWords(): string {
  return 'One execution of a flow. The newest may still change, when another chain answers.'
}

function withoutDifference<T>({ differenceMode: _, ...rest }: Fields<T & { differenceMode: boolean }>) {
  return rest
}

/** All of a message's fields are always there. */
function message(description: string, described: object): Schema {
  const properties = Object.fromEntries(Object.entries(described).map(([name, schema]) => [snakeCase(name), schema]))
  return { type: 'object', description, properties, required: Object.keys(properties), additionalProperties: false }
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}
