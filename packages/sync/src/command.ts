import type { FlowClientOptions } from '@flow-query/core'
import { type CheckResult, checkSync, type Difference } from './check.js'
import { databaseAt } from './databases/target.js'
import type { SyncProgress, SyncResult } from './snapshot.js'
import type { Value } from './store.js'
import { sync } from './sync.js'

/** What `flow-query sync <database>` was asked for. */
export interface SyncCommandOptions {
  /** A file of DuckDB, `postgres://...` or `clickhouse+http://...`. */
  database: string
  owner?: string | undefined
  from?: string | undefined
  follow?: boolean | undefined
  /** Compare instead of writing: all flows, or so many. */
  check?: boolean | number | undefined
  json?: boolean | undefined
}

/** Where a command says something. */
export interface SyncCommandOutput {
  /** One line to people, on the error stream; it stays. */
  note: (text: string) => void
  /** A line in place of the last status; '' takes that away. Only to a terminal. */
  status: (text: string) => void
  /** A value as one line of JSON, on standard output. */
  json: (value: unknown) => void
}

/**
 * The work of `flow-query sync`.
 *
 * @returns whether all is well: false where a check found something
 */
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
      const onProgress = ({ done, of }: { done: number; of: number }) =>
        output.status(`${count(done)} of ${flows(of)} compared`)
      const result = await checkSync(chain, { of: database, sample, signal, onProgress })
      output.status('')
      if (options.json) output.json(result)
      else for (const line of linesOfCheck(database.name, result)) output.note(line)
      return result.differences.length === 0
    }
    const { owner, from, follow } = options
    await sync(chain, {
      to: database,
      ...{ owner, from, follow, signal },
      onProgress: throttled(progress => output.status(textOfProgress(progress))),
      onSynced(result) {
        output.status('')
        if (options.json) output.json(result)
        else output.note(textOfResult(database.name, result))
      },
      onTrouble(error) {
        output.status('')
        output.note(`${error.message} Trying again.`)
      },
    })
    return true
  } finally {
    output.status('')
  }
}

/** `12,300 of 65,000 flows, 2,100 a second, 25 s left`. */
function textOfProgress({ done, of, rate, secondsLeft }: SyncProgress): string {
  const all = of === null ? `${flows(done)}` : `${count(done)} of ${flows(of)}`
  const left = secondsLeft === null ? '' : `, ${duration(secondsLeft)} left`
  return `${all}, ${count(Math.round(rate))} a second${left}`
}

function textOfResult(name: string, { height, flows: written, executions, requests, seconds }: SyncResult): string {
  const took = `${count(requests)} requests, ${duration(seconds)}`
  if (written + executions === 0) return `${name} is at block ${height}: nothing has changed (${took})`
  return `${name} is at block ${height}: ${flows(written)} and ${plural(executions, 'execution')} written (${took})`
}

function linesOfCheck(name: string, { height, flows: compared, executions, differences }: CheckResult): string[] {
  const all = `${flows(compared)} and ${plural(executions, 'execution')} compared`
  if (differences.length === 0) return [`${name} is as the node at block ${height}: ${all}`]
  const more = differences.length - mostLines
  return [
    `${name} is not as the node at block ${height}: ${all}`,
    ...differences.slice(0, mostLines).map(textOfDifference),
    ...(more > 0 ? [`  and ${more} more, which --json tells`] : []),
  ]
}

/** Of differences, that people are told. */
const mostLines = 20

function textOfDifference({ table, key, column, database, node }: Difference): string {
  if (column === null) return `  ${table} ${key} is only in the ${database === null ? 'node' : 'database'}`
  return `  ${table} ${key} ${column}: ${shortened(database)}, and on the node ${shortened(node)}`
}

/** A whole flow fills a screen. */
function shortened(value: Value): string {
  const text = JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

function flows(number: number): string {
  return plural(number, 'flow')
}

function plural(number: number, what: string): string {
  return `${count(number)} ${what}${number === 1 ? '' : 's'}`
}

function count(number: number): string {
  return number.toLocaleString('en')
}

function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`
}

/** Ten times a second is often enough for people. */
function throttled<Value>(tell: (value: Value) => void): (value: Value) => void {
  let told = 0
  return value => {
    if (Date.now() - told < 100) return
    told = Date.now()
    tell(value)
  }
}
