import { isDeepStrictEqual } from 'node:util'
import {
  chainTime,
  createFlowClient,
  type Flow,
  type FlowClient,
  type FlowQueryError,
  isFlowQueryError,
  v1,
} from '@flow-query/core'
import { flowCollectionQueryOptions } from '@flow-query/core/query/collection'
import { scanFlows } from '@flow-query/core/scan'
import { QueryClient } from '@tanstack/query-core'
import { expectSame } from '../../../../packages/sync/test/truth.js'
import type { SimulatedGateway } from '../gateways.js'
import { type AnyOptions, isInfinite, type MakeOptions, nameOf, type Page } from '../pages.js'
import type { World } from '../world.js'
import { checkAlerts } from './alerts.js'
import { hasStaleCollection } from './freshness.js'

/** Checks that everything equals the chain after all faults have ended. Returns what doesn't. */
export async function checkAtRest(world: World): Promise<string[]> {
  const problems: string[] = []
  for (const gateway of world.gateways) problems.push(...(await checkGateway(gateway, world)))
  for (const page of world.pages) problems.push(...(await checkPage(page, world)))
  problems.push(...(await checkMirror(world)), ...(await checkDatabase(world)), ...(await checkAlerts(world)))
  return problems
}

async function checkGateway({ host, failure }: SimulatedGateway, { network, truth }: World): Promise<string[]> {
  if (failure) return [`${host.name} ended: ${failure}`]
  const fetch = network.fetchOf('check')
  const client = createFlowClient({ lcd: `http://${host.name}`, fetch, versions: [v1], chainId: 'intento-1' })
  // After one response, the client knows that it can read the whole collection from a gateway.
  await chainTime(client)
  const [collection, expected] = [
    await readAll(flowCollectionQueryOptions, client),
    await readAll(flowCollectionQueryOptions, truth),
  ]
  if (Object(collection).height === undefined) return [`${host.name} has no collection`]
  const difference = firstDifference(flowsOf(collection), flowsOf(expected))
  return difference ? [`${host.name} has another collection than the chain: ${difference}`] : []
}

async function checkPage(page: Page, world: World): Promise<string[]> {
  const problems: string[] = []
  const say = (text: string) => void problems.push(`${page.name}: ${text}`)
  // A page whose node missed several runs calls it silent until the next event.
  if (page.state !== 'connected' && page.state !== 'silent') say(`is ${page.state} instead of connected`)
  for (const { options, make } of page.shown) {
    const state = page.cache.getQueryState<unknown, FlowQueryError>(options.queryKey)
    const name = nameOf(options)
    if (state?.fetchStatus !== 'idle') say(`still fetches ${name}`)
    const truth = await readAll(make, world.truth)
    if (isFlowQueryError(truth)) {
      if (state?.error?.kind !== truth.kind)
        say(`shows ${state?.error?.kind ?? 'no error'} for ${name} instead of ${truth.kind}`)
      continue
    }
    if (state?.error) say(`shows an error for ${name}: ${state.error.message}`)
    const difference = differenceOf(options, state?.data, truth)
    const isKnownToBeStale = (world.staleUrls.get(page.name)?.size ?? 0) > 0
    if (difference && !isKnownToBeStale) say(`shows another ${name} than the chain has: ${difference}`)
  }
  return problems
}

interface Rows {
  readonly pages: readonly { flows?: unknown[]; history?: unknown[]; nextKey: string | null }[]
}

const rowsOf = ({ pages }: Rows) => pages.flatMap(page => page.flows ?? page.history ?? [])

function differenceOf(options: AnyOptions, data: unknown, truth: unknown): string | undefined {
  const [, , name] = options.queryKey
  if (name === 'chainTime') {
    const age = Date.parse((truth as { block: string }).block) - Date.parse((data as { block: string }).block)
    return age > 40_000 ? `its block is ${age} ms old` : undefined
  }
  if (name === 'flowCollection') return firstDifference(flowsOf(data), flowsOf(truth))
  if (!isInfinite(options)) return firstDifference(data, truth)
  const rows = rowsOf(data as Rows)
  const all = rowsOf(truth as Rows)
  const isWhole = (data as Rows).pages.at(-1)?.nextKey === null
  if (isWhole !== (rows.length === all.length)) return `it has ${rows.length} of ${all.length} rows`
  return firstDifference(rows, all.slice(0, rows.length))
}

/** Only collections from a gateway have a height and the ID of the chain. */
function flowsOf(collection: unknown): unknown {
  const { flows, loaded, total, complete } = Object(collection)
  return { flows, loaded, total, complete }
}

/** Returns the path and the values of the first difference, for example `.flows.3.label: "a" and "b"`. */
function firstDifference(one: unknown, other: unknown, path = ''): string | undefined {
  if (isDeepStrictEqual(one, other)) return undefined
  if (isObject(one) && isObject(other))
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const found = firstDifference(one[key], other[key], `${path}.${key}`)
      if (found) return found
    }
  return `${path}: ${JSON.stringify(one)?.slice(0, 200)} and ${JSON.stringify(other)?.slice(0, 200)}`
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Reads the complete data of a query, or returns its error. */
async function readAll(make: MakeOptions, client: FlowClient): Promise<unknown> {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: Number.POSITIVE_INFINITY } } })
  const options = make(client)
  const read = isInfinite(options)
    ? cache.fetchInfiniteQuery({ ...options, pages: 1_000 } as never)
    : cache.fetchQuery(options as never)
  return read.catch((error: unknown) => error)
}

async function checkMirror({ mirror, truth, staleUrls }: World): Promise<string[]> {
  if (!mirror) return []
  const flows: Flow[] = []
  for await (const flow of scanFlows(truth)) flows.push(flow)
  const difference = firstDifference([...mirror.flows.values()], flows)
  const problems: string[] = []
  if (difference && !hasStaleCollection('mirror', staleUrls))
    problems.push(`the mirror has other flows than the chain: ${difference}`)
  if (mirror.height === null) problems.push('the mirror has no height')
  if (mirror.status.error) problems.push(`the mirror has an error: ${mirror.status.error.message}`)
  return problems
}

async function checkDatabase({ sync, chain }: World): Promise<string[]> {
  if (!sync) return []
  if (sync.failure) return [`the sync ended: ${sync.failure}`]
  try {
    await expectSame(sync.database, chain.lcd)
    return []
  } catch (error) {
    const { actual, expected } = Object(error)
    return [`the database has other rows than the chain: ${firstDifference(actual, expected) ?? error}`]
  }
}
