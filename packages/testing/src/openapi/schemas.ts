import { type Schema, uint64Schema } from '../chain/api/kinds.js'
import * as messages from '../chain/api/messages.js'
import type { Release } from '../releases.js'

export function schemasOf(release: Release): Record<string, Schema> {
  const { coin, icaConfig, trustlessAgentConfig, configuration, icqConfig, feedbackLoop, comparison } = messages
  const { conditions, flow, historyEntry, params, connectionRewards, trustlessAgent, feeConfig } = messages
  return {
    AnyMessage: anyMessage,
    PageResponse: pageResponse,
    Status: status,
    ...Object.fromEntries(
      [
        coin,
        icaConfig,
        icqConfig,
        conditions,
        flow,
        trustlessAgentConfig,
        configuration,
        feedbackLoop,
        comparison,
        historyEntry,
        params,
        ...(release.version === 'v1' ? [connectionRewards] : []),
        trustlessAgent,
        feeConfig,
      ].map(message => message.component(release)),
    ),
  }
}

const anyMessage: Schema = {
  type: 'object',
  description:
    'A message or message response of any type. `@type` is the type, and the other fields depend on it. Names are in snake_case.',
  properties: { '@type': { type: 'string', description: 'The type URL, such as `/cosmos.bank.v1beta1.MsgSend`.' } },
  required: ['@type'],
  additionalProperties: true,
}

const pageResponse: Schema = {
  type: 'object',
  description: 'The position of the next page.',
  properties: {
    next_key: {
      anyOf: [{ type: 'string', contentEncoding: 'base64' }, { type: 'null' }],
      description: 'The value of `pagination.key` for the next page. Null on the last page.',
    },
    total: {
      ...uint64Schema,
      description:
        'The total number of items. The node counts items only if the request has `pagination.count_total` or has no limit. Otherwise, `total` is `0`.',
    },
  },
  required: ['next_key', 'total'],
  additionalProperties: false,
}

const status: Schema = {
  type: 'object',
  description: 'An error response. If the message starts with `codespace X code N:`, this part identifies the error.',
  properties: {
    code: {
      type: 'integer',
      description:
        'The gRPC status code: 2 unknown, 3 invalid argument, 5 not found, 8 resource exhausted, 12 unimplemented, 13 internal.',
    },
    message: { type: 'string', description: 'The error message.' },
    details: { type: 'array', items: true },
  },
  required: ['code', 'message', 'details'],
  additionalProperties: false,
}
