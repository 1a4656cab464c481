import type { Version } from '../releases.js'
import * as fields from './fields.js'
import { type Fields, list, ref, type Schema, text, uint64 } from './fields.js'

export function schemasOf(version: Version): Record<string, Schema> {
  return { ...common, ...(version === 'v1' ? v1 : v1beta1) }
}

const common: Record<string, Schema> = {
  Coin: message('An amount of one denom.', fields.coin),
  AnyMessage: {
    type: 'object',
    description:
      'A message or message response of any type. `@type` is the type, and the other fields depend on it. Names are in snake_case.',
    properties: { '@type': text('The type URL, such as `/cosmos.bank.v1beta1.MsgSend`.') },
    required: ['@type'],
    additionalProperties: true,
  },
  SelfHostedIca: message('The port and connection that control an interchain account.', fields.icaConfig),
  IcqConfig: message("A query that reads a key of another chain's store before an execution.", fields.icqConfig),
  Conditions: message('The conditions that skip executions or stop the flow.', fields.conditions),
  PageResponse: {
    type: 'object',
    description: 'The position of the next page.',
    properties: {
      next_key: {
        anyOf: [{ type: 'string', contentEncoding: 'base64' }, { type: 'null' }],
        description: 'The value of `pagination.key` for the next page. Null on the last page.',
      },
      total: uint64(
        'The total number of items. The node counts items only if the request has `pagination.count_total` or has no limit. Otherwise, `total` is `0`.',
      ),
    },
    required: ['next_key', 'total'],
    additionalProperties: false,
  },
  Status: {
    type: 'object',
    description: 'An error response. If the message starts with `codespace X code N:`, this part identifies the error.',
    properties: {
      code: {
        type: 'integer',
        description:
          'The gRPC status code: 2 unknown, 3 invalid argument, 5 not found, 8 resource exhausted, 12 unimplemented, 13 internal.',
      },
      message: text('The error message.'),
      details: { type: 'array', items: true },
    },
    required: ['code', 'message', 'details'],
    additionalProperties: false,
  },
}

const entryDescription = 'One execution of a flow. The newest execution changes when another chain responds.'

const v1: Record<string, Schema> = {
  Flow: message('A transaction that the chain executes automatically.', fields.flow),
  TrustlessAgentConfig: message(
    'The agent that executes a flow, and the highest fee for it.',
    fields.trustlessAgentConfig,
  ),
  Configuration: message('The settings of a flow.', fields.configuration),
  FeedbackLoop: message('Copies a value from an earlier response into a message.', fields.feedbackLoop),
  Comparison: message('Compares a value from an earlier response with an operand.', fields.comparison),
  HistoryEntry: message(entryDescription, fields.historyEntry),
  Params: message('The parameters of the Intent module.', fields.params),
  ConnectionRewards: message('The rewards of the relayers of one connection.', fields.connectionRewards),
  TrustlessAgent: message('An agent that executes flows of other accounts.', fields.trustlessAgent),
  FeeConfig: message('The fees of an agent.', fields.feeConfig),
}

const { selfHostedIca, trustlessAgent: _agent, ...sharedFlow } = fields.flow
const { walletFallback, ...sharedConfiguration } = fields.configuration
const { packetSequences: _packets, ...sharedEntry } = fields.historyEntry
const { connectionRewards: _rewards, ...sharedParams } = fields.params

const v1beta1: Record<string, Schema> = {
  Flow: message('A transaction that the chain executes automatically.', {
    ...sharedFlow,
    icaConfig: selfHostedIca,
    hostedIcaConfig: fields.hostedIcaConfig,
  }),
  HostedIcaConfig: message('The hosted account that executes a flow, and the highest fee for it.', {
    hostedAddress: fields.trustlessAgentConfig.agentAddress,
    feeCoinLimit: ref('Coin', 'The highest fee that the owner pays per execution. An empty denom means no fee.'),
  }),
  Configuration: message('The settings of a flow.', { ...sharedConfiguration, fallbackToOwnerBalance: walletFallback }),
  FeedbackLoop: message(
    'Copies a value from an earlier response into a message.',
    withoutDifference(fields.feedbackLoop),
  ),
  Comparison: message(
    'Compares a value from an earlier response with an operand.',
    withoutDifference(fields.comparison),
  ),
  HistoryEntry: message(entryDescription, {
    ...sharedEntry,
    execFee: ref(
      'Coin',
      'The fee of the execution. An empty denom and an amount of `0` if the chain did not try to execute the messages.',
    ),
  }),
  Params: message('The parameters of the Intent module.', {
    ...sharedParams,
    relayerRewards: list(uint64('An amount in the base denom.'), 'The rewards of relayers, one per message class.'),
  }),
  HostedAccount: message('An account that executes flows of other accounts.', {
    hostedAddress: fields.trustlessAgent.agentAddress,
    icaConfig: fields.trustlessAgent.icaConfig,
    hostFeeConfig: fields.trustlessAgent.feeConfig,
  }),
  FeeConfig: message('The fees of a hosted account. The API misspells `fee_coins_suported`.', {
    admin: fields.feeConfig.feeAdmin,
    feeCoinsSuported: fields.feeConfig.feeCoinsSupported,
  }),
}

function withoutDifference<T>({ differenceMode: _, ...rest }: Fields<T & { differenceMode: boolean }>) {
  return rest
}

/** Nodes always print all fields, so all of them are required. */
function message(description: string, described: object): Schema {
  const properties = Object.fromEntries(Object.entries(described).map(([name, schema]) => [snakeCase(name), schema]))
  return { type: 'object', description, properties, required: Object.keys(properties), additionalProperties: false }
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}
