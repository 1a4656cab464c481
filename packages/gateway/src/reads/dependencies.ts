import type { Change, ChangedQuery } from '@flow-query/core/live'
import { textsIn } from '@flow-query/core/parts/events'
import { type DueRun, dueRun } from '@flow-query/core/parts/runs'
import type { AllowedRead, ReadQuery } from './routes.js'

export type Part = string

export interface Row {
  readonly run: DueRun
  readonly accounts: readonly string[]
}

export interface Contents {
  readonly parts: readonly Part[]
  readonly rows: readonly Row[]
}

const waitingHistories: Part = 'histories that wait'
const newestOfOwners: Part = 'newest of owners'
const allAccounts: Part = 'accounts'

export const newestBlock: Part = 'newest block'

const flowPart = (id: string): Part => `flow:${id}`
const historyPart = (id: string): Part => `history:${id}`
const newestPart = (list: string): Part => `newest:${list.toLowerCase()}`
const accountPart = (address: string): Part => `account:${address.toLowerCase()}`
const queryPart = (query: string): Part => `query:${query}`

export function partsOfChange(change: Change, accountsOf: (flowId: string) => readonly string[] | undefined): Part[] {
  if (change.kind === 'flow') return [flowPart(change.id)]
  if (change.kind === 'newest') return partsOfNewest(change.query)
  if (change.kind === 'all') return [queryPart(change.query.name)]
  const { id, owner } = change
  const named = owner === null ? [] : [accountPart(owner)]
  if (id === null) return named
  const accounts = accountsOf(id)
  return accounts ? [...named, ...accounts.map(accountPart)] : [allAccounts]
}

function partsOfNewest({ name, id, owner }: ChangedQuery): Part[] {
  if (name === 'flows') return [newestPart('flows')]
  if (name === 'flowsForOwner') return [owner ? newestPart(owner) : newestOfOwners]
  if (name === 'flowHistory') return [id === undefined ? waitingHistories : historyPart(id)]
  return []
}

type Body = { readonly [field: string]: unknown }

export const unknownContents: Contents = { parts: [newestBlock], rows: [] }

export function contentsOf({ query, args }: AllowedRead, body: unknown): Contents {
  const fields = fieldsOf(body)
  if (query === 'flow' || query === 'flows' || query === 'flowsForOwner') {
    const rows = rowsIn(fields)
    const ids = query === 'flow' ? [args.id ?? ''] : rows.map(({ run }) => run.id)
    return { parts: [...ids.map(flowPart), ...newestOf(query, args, fields)], rows }
  }
  if (query === 'flowHistory') return { parts: partsOfHistory(args, fields), rows: [] }
  if (query === 'chainTime') return { parts: [newestBlock], rows: [] }
  return { parts: [queryPart(query), ...accountsIn(query, args, fields).flatMap(accountPartsOf)], rows: [] }
}

function accountPartsOf(address: string): Part[] {
  return [accountPart(address), allAccounts]
}

function newestOf(query: ReadQuery, args: AllowedRead['args'], body: Body): Part[] {
  if (query === 'flow' || !mayContainNewest(args, body)) return []
  if (query === 'flows') return [newestPart('flows')]
  return [newestPart(args.owner ?? ''), newestOfOwners]
}

function partsOfHistory(args: AllowedRead['args'], body: Body): Part[] {
  if (!mayContainNewest(args, body)) return []
  const history = Array.isArray(body.history) ? body.history.map(fieldsOf) : []
  const newest = isReversed(args) ? history[0] : history.at(-1)
  // A run without success can still change, because an acknowledgement can arrive after a timeout or an error.
  const isWaiting = newest && !newest.executed
  return [historyPart(args.id ?? ''), ...(isWaiting ? [waitingHistories] : [])]
}

function mayContainNewest(args: AllowedRead['args'], body: Body): boolean {
  if (args['pagination.offset'] || args['pagination.count_total']) return true
  // The page contains the total, because nodes count a list without a limit.
  if (!(Number(args['pagination.limit']) > 0)) return true
  if (isReversed(args)) return !args['pagination.key']
  return !fieldsOf(body.pagination).next_key
}

function isReversed(args: AllowedRead['args']): boolean {
  // Unknown values count as reversed, which only means that the newest page is read more often.
  return !['', 'false', '0', 'f', 'F', 'FALSE', 'False'].includes(args['pagination.reverse'] ?? '')
}

function rowsIn(body: Body): Row[] {
  const { flow, flow_info, flows, flow_infos } = body
  const rows = [flows ?? flow_infos ?? flow ?? flow_info ?? []].flat()
  return rows.map(fieldsOf).map(row => ({
    run: dueRun({ id: textOf(row.id), execTime: textOf(row.exec_time), conditions: conditionsOf(row) }),
    accounts: [...addressesIn(row)],
  }))
}

function conditionsOf(row: Body) {
  const { comparisons, feedback_loops } = fieldsOf(row.conditions)
  return { comparisons: queriesOf(comparisons), feedbackLoops: queriesOf(feedback_loops) }
}

function queriesOf(sources: unknown) {
  return [sources ?? []]
    .flat()
    .map(source => fieldsOf(source).icq_config)
    .map(config => ({ icqConfig: config ? { timeoutDuration: textOf(fieldsOf(config).timeout_duration) } : null }))
}

function addressesIn(value: unknown): Set<string> {
  const addresses = new Set<string>()
  for (const text of textsIn(value)) for (const address of text.match(bech32) ?? []) addresses.add(address)
  return addresses
}

const bech32 = /[a-z]{1,20}1[02-9ac-hj-np-z]{38,}/g

function accountsIn(query: ReadQuery, args: AllowedRead['args'], body: Body): string[] {
  const { address, granter, grantee, delegator } = args
  if (query === 'connectionChannels') return controllersIn(body)
  return [address, granter, grantee, delegator].filter(address => address !== undefined)
}

function controllersIn({ channels }: Body): string[] {
  const ports = (Array.isArray(channels) ? channels : []).map(channel => textOf(fieldsOf(channel).port_id))
  return ports.flatMap(port => /^icacontroller-(.+)/.exec(port)?.[1] ?? [])
}

/** Returns an empty text for an object, whose conversion could throw. */
function textOf(value: unknown): string {
  return typeof value === 'object' ? '' : String(value)
}

function fieldsOf(value: unknown): Body {
  return typeof value === 'object' && value !== null ? (value as Body) : {}
}
