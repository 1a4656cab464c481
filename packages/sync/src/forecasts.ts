import { type Coin, type Flow, type FlowHistoryEntry, type FlowQueryError, isFlowQueryError } from '@flow-query/core'
import { flowDependencies } from '@flow-query/insights'
import { type FlowsForecastFacts, forecastFlows } from '@flow-query/insights/forecast'
import { type Basis, forecastRow, noForecastRow, predictionRow } from './forecasts/rows.js'
import { forEachOf } from './parallel.js'
import { type Block, isPruned, type Node } from './read/node.js'
import { executionOf, type Source } from './rows/rows.js'
import { timeText } from './rows/time.js'
import type { TableName } from './schema.js'
import type { Row } from './store.js'
import type { Tables } from './tables.js'

/** A group has all flows of its owners, because they share a wallet. */
const groupSize = 200
const maxOtherFlows = 30
const maxExecutions = 20
const feeRisks = ['feeBalanceTooLow', 'feeNotCollected', 'agentFee']
const requestsPerGroup = 6

interface Options {
  node: Node
  tables: Tables
  block: Block
  source: Source
  signal: AbortSignal
  settings: { forecastWithin?: number | undefined; concurrency: number; batchSize: number }
}

/**
 * If the node can't answer, the rows contain the reason instead of a forecast.
 *
 * @throws {FlowQueryError} for temporary errors, and if the node has pruned the block
 */
export async function writeForecasts({ node, tables, block, source, signal, settings }: Options): Promise<number> {
  const { forecastWithin, concurrency } = settings
  if (forecastWithin === undefined) return 0
  const until = block.time + BigInt(Math.round(forecastWithin)) * 1_000_000n
  const groups = groupsOf(await tables.readFlowsToForecast(block.time, until))
  let count = 0
  let unsupported: FlowQueryError | undefined
  let writing = Promise.resolve()

  async function forecastGroup(owners: string[][]): Promise<ForecastRows[]> {
    const stored = await readStored(tables, owners, block.time)
    if (unsupported) return rowsWithout(stored, unsupported)
    try {
      const facts = await forecastFactsOf(stored)
      return owners.flatMap(ids => {
        // Each owner is forecast separately, because fewer flows allow more simulated runs.
        const wanted = new Set(ids)
        const flows = stored.flows.filter(({ id }) => wanted.has(id))
        const otherFlows = facts.otherFlows?.filter(({ owner }) => owner === flows[0]?.owner)
        return forecastFlows({ ...facts, flows, otherFlows }, { block: timeText(block.time) }).map(forecast => {
          const basis = basisOf(stored, forecast.flow)
          return { forecast: forecastRow(forecast, facts, basis), prediction: predictionRow(forecast, basis) }
        })
      })
    } catch (error) {
      if (!isPermanent(error)) throw error
      if (isFlowQueryError(error, 'unsupported')) unsupported = error
      else if (owners.length > 1) return forecastHalves(owners)
      return rowsWithout(stored, error)
    }
  }

  async function forecastHalves(owners: string[][]): Promise<ForecastRows[]> {
    const half = Math.ceil(owners.length / 2)
    return [...(await forecastGroup(owners.slice(0, half))), ...(await forecastGroup(owners.slice(half)))]
  }

  async function forecastFactsOf({ flows, otherFlows, histories, balances }: Stored): Promise<FlowsForecastFacts> {
    const failed = new AbortController()
    try {
      return await node.readForecastFacts(
        { flows, histories, balances, otherFlows, height: source.height, time: { block: timeText(block.time) } },
        { signal: AbortSignal.any([signal, failed.signal]) },
      )
    } finally {
      failed.abort()
    }
  }

  function rowsWithout(stored: Stored, { shortMessage }: FlowQueryError): ForecastRows[] {
    return stored.flows.map(flow => ({
      forecast: noForecastRow(flow, stored.histories[flow.id], shortMessage, basisOf(stored, flow)),
    }))
  }

  function basisOf({ heights }: Stored, { id }: Flow): Basis {
    return { ...source, block, flowHeight: heights.get(id) ?? source.height }
  }

  async function writeAll(all: readonly ForecastRows[]): Promise<void> {
    for (const rows of partsOf(all, settings.batchSize))
      await tables.write({
        forecasts: rows.map(({ forecast }) => forecast),
        predictions: rows.map(({ prediction }) => prediction).filter(prediction => prediction !== undefined),
      })
  }

  await forEachOf(groups, Math.max(1, Math.floor(concurrency / requestsPerGroup)), async owners => {
    const forecasts = await forecastGroup(owners)
    count += forecasts.length
    writing = writing.then(() => writeAll(forecasts))
    await writing
  })
  return count
}

function isPermanent(error: unknown): error is FlowQueryError {
  return isFlowQueryError(error) && !error.retryable && !isPruned(error)
}

function groupsOf(flows: readonly { id: string; owner: string }[]): string[][][] {
  const byOwner = new Map<string, string[]>()
  for (const { id, owner } of flows) {
    const ids = byOwner.get(owner)
    if (ids) ids.push(id)
    else byOwner.set(owner, [id])
  }
  const groups: string[][][] = []
  let size = groupSize
  for (const ids of byOwner.values()) {
    if (size + ids.length > groupSize) {
      groups.push([])
      size = 0
    }
    groups.at(-1)?.push(ids)
    size += ids.length
  }
  return groups
}

/** The rows of a flow in `forecasts` and `predictions`. */
interface ForecastRows {
  forecast: Row
  prediction?: Row | undefined
}

interface Stored {
  flows: Flow[]
  otherFlows: Flow[]
  heights: Map<string, number>
  histories: Record<string, { history: FlowHistoryEntry[]; nextKey: string | null }>
  balances: Record<string, Coin[]>
}

async function readStored(tables: Tables, owners: readonly string[][], time: bigint): Promise<Stored> {
  const wanted = new Set(owners.flat())
  const rows = await readRows(tables, 'flows', [...wanted].map(isFlow))
  const flows = rows.map(flowOf)
  const sharing = await readOtherFlows(tables, owners, time)
  const otherFlows = sharing.map(flowOf)
  const dependencies = new Set([...flows, ...otherFlows].flatMap(flowDependencies))
  const known = new Set([...flows, ...otherFlows].map(({ id }) => id))
  const dependencyRows = await readRows(tables, 'flows', [...dependencies].filter(id => !known.has(id)).map(isFlow))
  const forecasts = await readRows(tables, 'forecasts', [...wanted].map(isFlow))
  const heights = new Map(rows.map(row => [`${row.flow_id}`, Number(row.height)]))
  const isUnchanged = (row: Row) => Number(row.flow_height) === heights.get(`${row.flow_id}`)
  // If the fee of the next run can't be paid, the account is read again, because its owner may have sent money to it.
  const isShort = (row: Row) => feeRisks.includes(`${row.risk}`) && row.risk_time === row.exec_time
  const feeBalances = new Map(
    forecasts
      .filter(row => isUnchanged(row) && !isShort(row) && typeof row.fee_balance === 'string')
      .map(row => [`${row.flow_id}`, JSON.parse(`${row.fee_balance}`) as Coin[]]),
  )
  return {
    flows,
    otherFlows,
    heights,
    histories: await readHistories(tables, [...rows, ...sharing, ...dependencyRows]),
    balances: Object.fromEntries(
      flows.flatMap(({ id, feeAddress }) => {
        const coins = feeBalances.get(id)
        return coins ? [[feeAddress, coins]] : []
      }),
    ),
  }
}

async function readOtherFlows(tables: Tables, owners: readonly string[][], time: bigint): Promise<Row[]> {
  const wanted = new Set(owners.flat())
  const counts = new Map<string, number>()
  const next = await tables.readNextOfOwners(
    owners.flatMap(([id]) => id ?? []),
    time,
  )
  const ids = next.flatMap(({ id, owner }) => {
    if (wanted.has(id)) return []
    const count = (counts.get(owner) ?? 0) + 1
    counts.set(owner, count)
    return count > maxOtherFlows ? [] : id
  })
  return readRows(tables, 'flows', ids.map(isFlow))
}

async function readRows(tables: Tables, table: TableName, conditions: readonly string[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const part of partsOf(conditions, groupSize)) {
    for (const row of await tables.readRows(table, part.join(' OR '))) rows.push(row)
  }
  return rows
}

function partsOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

function isFlow(id: string): string {
  return `flow_id = ${id}`
}

function flowOf(row: Row): Flow {
  return JSON.parse(`${row.flow}`) as Flow
}

async function readHistories(tables: Tables, flowRows: readonly Row[]): Promise<Stored['histories']> {
  const ran = flowRows.filter(({ executions }) => Number(executions) > 0)
  const isNewest = ran.map(row => `(flow_id = ${row.flow_id} AND sequence > ${Number(row.executions) - maxExecutions})`)
  const rows = await readRows(tables, 'executions', isNewest)
  const executions = new Map<string, Row[]>(flowRows.map(({ flow_id }) => [`${flow_id}`, []]))
  for (const row of rows) executions.get(`${row.flow_id}`)?.push(row)
  return Object.fromEntries(
    flowRows.map(row => {
      const flow = flowOf(row)
      const newestFirst = (executions.get(flow.id) ?? []).sort((a, b) => Number(b.sequence) - Number(a.sequence))
      const history = newestFirst.map(execution => executionOf(execution, flow))
      return [flow.id, { history, nextKey: keyOfRun(Number(row.executions) - history.length) }]
    }),
  )
}

function keyOfRun(sequence: number): string | null {
  return sequence > 0 ? Buffer.from(sequence.toString(16).padStart(16, '0'), 'hex').toString('base64') : null
}
