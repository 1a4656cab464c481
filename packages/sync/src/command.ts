import type { FlowClientOptions } from '@flow-query/core'
import { formatCount, formatNumber } from '@flow-query/format'
import { type CheckResult, checkSync, type Difference } from './check.js'
import { databaseAt } from './databases/target.js'
import type { SyncProgress, SyncResult } from './snapshot.js'
import type { Value } from './store.js'
import { sync } from './sync.js'

export interface SyncCommandOptions {
  database: string
  owner?: string | undefined
  from?: string | undefined
  follow?: boolean | undefined
  forecast?: number | undefined
  check?: boolean | number | undefined
  json?: boolean | undefined
}

export interface SyncCommandOutput {
  note: (text: string) => void
  status: (text: string) => void
  json: (value: unknown) => void
}

export async function runSync(
  chain: FlowClientOptions,
  options: SyncCommandOptions,
  output: SyncCommandOutput,
  signal: AbortSignal,
): Promise<boolean> {
  const database = databaseAt(options.database)
  try {
    if (options.check) {
      const sample = options.check === true ? undefined : options.check
      const onProgress = ({ loaded, total }: { loaded: number; total: number }) =>
        output.status(`${formatNumber(loaded)} of ${formatCount(total, 'flow')} compared`)
      const result = await checkSync(chain, { database, sample, signal, onProgress })
      output.status('')
      if (options.json) output.json(result)
      else for (const line of linesOfCheck(database.name, result)) output.note(line)
      return result.differences.length === 0
    }
    const { owner, from, follow, forecast: forecastWithin } = options
    let trouble: string | undefined
    await sync(chain, {
      to: database,
      ...{ owner, from, follow, forecastWithin, signal },
      onProgress: throttled(progress => output.status(textOfProgress(progress))),
      onSynced(result) {
        trouble = undefined
        output.status('')
        if (options.json) output.json(result)
        else output.note(textOfResult(database.name, result))
      },
      onTrouble(error) {
        if (error.message === trouble) return
        trouble = error.message
        output.status('')
        output.note(`${error.message} Retrying.`)
      },
    })
    return true
  } finally {
    output.status('')
  }
}

function textOfProgress({ loaded, total, rate, secondsLeft }: SyncProgress): string {
  const all = total === null ? formatCount(loaded, 'flow') : `${formatNumber(loaded)} of ${formatCount(total, 'flow')}`
  const left = secondsLeft === null ? '' : `, ${duration(secondsLeft)} left`
  return `${all}, ${formatNumber(Math.round(rate))} per second${left}`
}

function textOfResult(name: string, result: SyncResult): string {
  const took = `${formatCount(result.requests, 'request')}, ${duration(result.seconds)}`
  return `${name} is at block ${result.height}: ${textOfChanges(result)} (${took})`
}

function textOfChanges({ flows: changed, executions, forecasts, checked }: SyncResult): string {
  const forecast = forecasts > 0 ? formatCount(forecasts, 'forecast') : ''
  if (changed > 0) {
    const written = `${formatCount(changed, 'flow')} and ${formatCount(executions, 'execution')} written`
    return forecast ? `${written}, ${forecast}` : written
  }
  if (forecast) return `no changes, ${forecast} written`
  return checked > 0 ? `no changes, ${formatCount(checked, 'flow')} checked again` : 'no changes'
}

function linesOfCheck(name: string, { height, flows: compared, executions, differences }: CheckResult): string[] {
  const all = `${formatCount(compared, 'flow')} and ${formatCount(executions, 'execution')} compared`
  if (differences.length === 0) return [`${name} matches the node at block ${height}: ${all}`]
  const more = differences.length - shownDifferences
  return [
    `${name} differs from the node at block ${height}: ${all}`,
    ...differences.slice(0, shownDifferences).map(textOfDifference),
    ...(more > 0 ? [`  and ${more} more (use --json to list them)`] : []),
  ]
}

const shownDifferences = 20

function textOfDifference({ table, key, column, database, node }: Difference): string {
  if (column === null && database === 'twice') return `  ${table} ${key} is in the database twice`
  if (column === null) return `  ${table} ${key} is only in the ${database === null ? 'node' : 'database'}`
  return `  ${table} ${key} ${column}: ${shortened(database)} in the database, ${shortened(node)} on the node`
}

function shortened(value: Value): string {
  const text = JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`
}

function throttled<Value>(report: (value: Value) => void): (value: Value) => void {
  let reportedAt = 0
  return value => {
    if (Date.now() - reportedAt < 100) return
    reportedAt = Date.now()
    report(value)
  }
}
