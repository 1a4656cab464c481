import { ref, type Schema, uint64Schema } from '../chain/api/kinds.js'
import { findRelease, type Version } from '../releases.js'
import { bodyNames } from '../rest/encoder.js'
import { type QueryName, type Route, routesOf } from '../rest/routes.js'
import { heightParameter, pageParameters, parameter } from './parameters.js'
import { schemasOf } from './schemas.js'

export interface OpenApi {
  openapi: '3.1.0'
  info: Schema
  servers: Schema[]
  tags: Schema[]
  paths: Record<string, { get: Schema }>
  components: { schemas: Record<string, Schema>; responses: Record<string, Schema>; headers: Record<string, Schema> }
}

const service = { default: 'intento', description: 'The first segment of every path.' }

export function openApi(version: Version): OpenApi {
  const release = findRelease({ version })
  return {
    openapi: '3.1.0',
    info: {
      title: `Flow Query Interface, ${version}`,
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      description: about(version),
    },
    servers: [
      {
        url: '{lcd}/{service}',
        description: 'The REST server of any node',
        variables: { lcd: { default: 'http://127.0.0.1:1317', description: 'The URL of the REST server.' }, service },
      },
    ],
    tags: [
      { name: 'Interface', description: 'The queries of the Flow Query Interface.' },
      { name: 'More', description: 'Other queries that nodes provide.' },
    ],
    paths: Object.fromEntries(
      routesOf(release).map(route => [pathOf(version, route), { get: operation(version, route) }]),
    ),
    components: { schemas: schemasOf(release), responses: { Refused: refused }, headers: { Height: height } },
  }
}

function about(version: Version): string {
  const other = version === 'v1' ? 'v1beta1' : 'v1'
  return [
    'Flows are transactions that an Intento chain executes automatically. All queries are GET requests without authentication.',
    `A node supports one version. A node of version \`${other}\` returns status 501 for all of these paths.`,
    'Bodies are JSON in snake_case and contain every field. 64-bit integers are strings. Times have the RFC 3339 format with up to nine decimals. Bytes are base64.',
    'Use the `code` and `message` of an error response instead of the HTTP status. Nodes return status 500 for items that do not exist, and 429 for responses that are too large.',
  ].join('\n\n')
}

function pathOf(version: Version, { path }: Route): string {
  return `/intent/${version}/${path}`
}

function operation(version: Version, { name, path }: Route): Schema {
  const { summary, description, inPath, parameters = [], answer } = queries[name]
  const [, inBraces] = /{(\w+)}/.exec(path) ?? []
  const pathParameters = inPath && inBraces ? [parameter('path', inBraces, inPath.description, inPath)] : []
  return {
    operationId: name,
    summary,
    ...(description && { description }),
    tags: [['flow', 'flows', 'flowsForOwner', 'flowHistory', 'ica', 'params'].includes(name) ? 'Interface' : 'More'],
    parameters: [...pathParameters, ...parameters, heightParameter],
    responses: {
      200: {
        description: 'The response.',
        headers: { 'Grpc-Metadata-X-Cosmos-Block-Height': { $ref: '#/components/headers/Height' } },
        content: { 'application/json': { schema: whole(answer(version)) } },
      },
      default: { $ref: '#/components/responses/Refused' },
    },
  }
}

const height: Schema = {
  description: 'The height of the block that the response describes.',
  schema: uint64Schema,
}

const refused: Schema = {
  description: [
    'An error. The status and code have these causes:',
    '- `400` code 3: the query contains an invalid ID, number, flag or key',
    '- `404` code 5: the interchain account does not exist',
    '- `429` code 8: the response is larger than 10 MiB. Send a smaller limit. Waiting does not help',
    '- `500` code 2: the flow does not exist, the owner is not an address of the chain, the request has a key and an offset, or the height is in the future',
    '- `500` code 13: a page in reverse order starts at the very last key',
    '- `501` code 12: the path does not exist',
  ].join('\n'),
  content: { 'application/json': { schema: ref('Status') } },
}

interface Described {
  summary: string
  description?: string
  inPath?: { description: string; example: string }
  parameters?: readonly Schema[]
  answer: (version: Version) => Record<string, Schema>
}

const inQuery = (name: string, description: string, example: string) =>
  parameter('query', name, description, { required: true, example })
const paged = (name: string, item: string) => ({
  [name]: { type: 'array', items: ref(item), description: 'The items of this page.' },
  pagination: ref('PageResponse'),
})
const agents = (version: Version) =>
  version === 'v1' ? paged('trustless_agents', 'TrustlessAgent') : paged('hosted_accounts', 'HostedAccount')
const flows = (version: Version) => paged(bodyNames[version].flows, 'Flow')

const owner = 'into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07'
const agent = 'into1s4x4k8fgpmegd6qkt77kk2q2uzk58228ldsxny9u9hnjj9tyl5uqr9075d'
const id = { description: 'The flow ID, a uint64. `007` is 7.', example: '14' }

const queries: Readonly<Record<QueryName, Described>> = {
  flow: {
    summary: 'One flow',
    inPath: id,
    answer: version => ({ [bodyNames[version].flow]: ref('Flow') }),
  },
  flows: {
    summary: 'All flows',
    description: 'Returns the oldest flows first, unless you reverse the order.',
    parameters: pageParameters,
    answer: flows,
  },
  flowsForOwner: {
    summary: 'The flows of an owner',
    description: 'Empty if the owner has no flows.',
    inPath: { description: 'A bech32 address of the chain.', example: owner },
    parameters: pageParameters,
    answer: flows,
  },
  flowHistory: {
    summary: 'The executions of a flow',
    description:
      'Returns the oldest executions first, unless you reverse the order. An unknown flow has an empty history. The specification of the API names this path `flows-history`, but all known releases provide it here.',
    inPath: id,
    parameters: pageParameters,
    answer: () => paged('history', 'HistoryEntry'),
  },
  ica: {
    summary: 'The interchain account of an owner',
    parameters: [
      inQuery('owner', 'A bech32 address.', owner),
      inQuery('connection_id', 'The ID of the connection to the other chain.', 'connection-0'),
    ],
    answer: () => ({
      interchain_account_address: { type: 'string', description: 'The address of the account on the other chain.' },
    }),
  },
  params: { summary: 'The parameters of the module', answer: () => ({ params: ref('Params') }) },
  trustlessAgent: {
    summary: 'One agent',
    description: 'For an unknown address, all fields of the agent are empty.',
    inPath: { description: 'The address of the agent.', example: agent },
    answer: version =>
      version === 'v1' ? { trustless_agent: ref('TrustlessAgent') } : { hosted_account: ref('HostedAccount') },
  },
  trustlessAgents: { summary: 'All agents', parameters: pageParameters, answer: agents },
  trustlessAgentsForAdmin: {
    summary: 'The agents of an admin',
    inPath: { description: 'The bech32 address of the account that sets the fees of the agents.', example: owner },
    parameters: pageParameters,
    answer: agents,
  },
  totalBurnt: { summary: 'The total of burned coins', answer: () => ({ total_burnt: ref('Coin') }) },
}

function whole(properties: Record<string, Schema>): Schema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}
