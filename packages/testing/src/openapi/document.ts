import { findRelease, type Version } from '../releases.js'
import { BODY_NAMES } from '../rest/encode/encoder.js'
import { type QueryName, type Route, routesOf } from '../rest/routes.js'
import { list, ref, type Schema, text } from './fields.js'
import { heightParameter, pageParameters, parameter } from './parameters.js'
import { schemasOf } from './schemas.js'

/** An OpenAPI 3.1 document. */
export interface OpenApi {
  openapi: '3.1.0'
  info: Schema
  servers: Schema[]
  tags: Schema[]
  paths: Record<string, { get: Schema }>
  components: { schemas: Record<string, Schema>; responses: Record<string, Schema>; headers: Record<string, Schema> }
}

const service = { default: 'intento', description: "The service's own name, the first segment of every path." }

/** The document of a version, made of the routes that a node of its newest release serves and of what it prints. */
export function openApi(version: Version): OpenApi {
  const routes = routesOf(findRelease({ version }))
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
        description: "Any node's REST server",
        variables: { lcd: { default: 'http://127.0.0.1:1317', description: 'Its address.' }, service },
      },
    ],
    tags: [
      { name: 'Interface', description: 'The queries of the Flow Query Interface.' },
      { name: 'More', description: 'What nodes serve besides.' },
    ],
    paths: Object.fromEntries(routes.map(route => [pathOf(version, route), { get: operation(version, route) }])),
    components: { schemas: schemasOf(version), responses: { Refused: refused }, headers: { Height: height } },
  }
}

/** The same, where a node itself serves it: what is tried out goes there. */
export function servedOpenApi(version: Version): OpenApi {
  const document = openApi(version)
  const here = { url: '/{service}', description: 'This node', variables: { service } }
  return { ...document, servers: [here, ...document.servers] }
}

function about(version: Version): string {
  const other = version === 'v1' ? 'v1beta1' : 'v1'
  return [
    'Flows are transactions that an Intento chain runs by itself. All queries are GET, and need no authentication.',
    `A node speaks one version: one of \`${other}\` answers 501 to all of these paths.`,
    'Bodies are JSON in snake_case with every field present; 64-bit integers are strings, times RFC 3339 with up to nine decimals, bytes base64.',
    "A refusal's status says little: nodes answer 500 for what is not found, and 429 for what is too large. Its `code` and `message` say more.",
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
        description: 'The answer.',
        headers: { 'Grpc-Metadata-X-Cosmos-Block-Height': { $ref: '#/components/headers/Height' } },
        content: { 'application/json': { schema: whole(answer(version)) } },
      },
      default: { $ref: '#/components/responses/Refused' },
    },
  }
}

const height: Schema = { description: 'The block that was read.', schema: { type: 'string', pattern: '^[0-9]+$' } }

const refused: Schema = {
  description: [
    'Why there is no answer:',
    '- `400` code 3: an id, a number, a flag or a key in the query that is none',
    '- `404` code 5: no such interchain account',
    '- `429` code 8: the answer would be over 10 MiB; waiting never helps, a smaller limit does',
    '- `500` code 2: no such flow, an owner that is no address of the chain, a key with an offset, a height to come',
    '- `500` code 13: a page newest first that starts at the very last key',
    '- `501` code 12: no such path',
  ].join('\n'),
  content: { 'application/json': { schema: ref('Status') } },
}

interface Described {
  summary: string
  description?: string
  /** What the path ends with. */
  inPath?: { description: string; example: string }
  parameters?: readonly Schema[]
  /** The fields of the body. */
  answer: (version: Version) => Record<string, Schema>
}

const inQuery = (name: string, description: string, example: string) =>
  parameter('query', name, description, { required: true, example })
const paged = (name: string, item: string) => ({
  [name]: list(ref(item), 'The items of this page.'),
  pagination: ref('PageResponse'),
})
const agents = (version: Version) =>
  version === 'v1' ? paged('trustless_agents', 'TrustlessAgent') : paged('hosted_accounts', 'HostedAccount')
const flows = (version: Version) => paged(BODY_NAMES[version].flows, 'Flow')

const owner = 'into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07'
const agent = 'into1s4x4k8fgpmegd6qkt77kk2q2uzk58228ldsxny9u9hnjj9tyl5uqr9075d'
const id = { description: 'A uint64. `007` is 7.', example: '14' }

const queries: Readonly<Record<QueryName, Described>> = {
  flow: {
    summary: 'One flow',
    inPath: id,
    answer: version => ({ [BODY_NAMES[version].flow]: ref('Flow') }),
  },
  flows: {
    summary: 'All flows',
    description: 'Oldest first unless reversed.',
    parameters: pageParameters,
    answer: flows,
  },
  flowsForOwner: {
    summary: "An owner's flows",
    description: 'Empty for an owner without any.',
    inPath: { description: 'A bech32 address of the chain.', example: owner },
    parameters: pageParameters,
    answer: flows,
  },
  flowHistory: {
    summary: "A flow's executions",
    description:
      "Oldest first unless reversed. An unknown flow has an empty history. The interface's description names this path `flows-history`, and does not say how the flow is chosen; every release seen serves it here.",
    inPath: id,
    parameters: pageParameters,
    answer: () => paged('history', 'HistoryEntry'),
  },
  ica: {
    summary: "An owner's interchain account",
    parameters: [
      inQuery('owner', 'A bech32 address.', owner),
      inQuery('connection_id', 'The connection to the other chain.', 'connection-0'),
    ],
    answer: () => ({ interchain_account_address: text('An address of the other chain.') }),
  },
  params: { summary: 'The parameters of the module', answer: () => ({ params: ref('Params') }) },
  trustlessAgent: {
    summary: 'One agent',
    description: 'An unknown address is no error, but an agent whose fields are empty.',
    inPath: { description: "The agent's own address.", example: agent },
    answer: version =>
      version === 'v1' ? { trustless_agent: ref('TrustlessAgent') } : { hosted_account: ref('HostedAccount') },
  },
  trustlessAgents: { summary: 'All agents', parameters: pageParameters, answer: agents },
  trustlessAgentsForAdmin: {
    summary: 'The agents whose fees somebody sets',
    inPath: { description: 'A bech32 address of the chain.', example: owner },
    parameters: pageParameters,
    answer: agents,
  },
  totalBurnt: { summary: 'What was burnt in all', answer: () => ({ total_burnt: ref('Coin') }) },
}

function whole(properties: Record<string, Schema>): Schema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}
