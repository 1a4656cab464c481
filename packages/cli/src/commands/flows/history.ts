import { Option } from '@commander-js/extra-typings'
import { type ChainTime, type Flow, type FlowHistoryEntry, type PageArgs, toDate } from '@flow-query/core'
import { type ListPage, type ScanOptions, scanFlowHistory } from '@flow-query/core/scan'
import { formatCount, formatNumber, formatRunsCsv, type NumberedRun, type TimeRange } from '@flow-query/format'
import { hasFailed } from '@flow-query/insights'
import pMap from 'p-map'
import {
  accountAddress,
  type Define,
  endTime,
  exampleOwner,
  examples,
  flowId,
  integerFrom,
  startTime,
} from '../../definition.js'
import { executionList, noExecutions } from '../../executions.js'
import { noFlows } from '../../flows.js'
import { readChain } from '../../node/chain.js'
import { type Access, accessOf, readTime } from '../../node/client.js'
import { type Found, find, search } from '../../node/pages.js'
import { type Context, UsageError } from '../../settings.js'
import { suggest } from '../../suggestion.js'
import { createOutput, type Output } from '../../terminal/output.js'
import { takeEach, withProgress } from '../../terminal/progress.js'
import { ndjson, tableOf } from '../../terminal/stream.js'
import { type Column, printList } from '../../terminal/table.js'

interface HistoryOptions {
  owner?: string
  failed?: true
  /** Milliseconds since 1970. */
  from?: number
  /** Milliseconds since 1970. Not part of the range. */
  to?: number
  limit?: number
  all?: true
  csv?: true
}

/** A low number, to leave capacity for other users of the node. */
const concurrency = 4

export const define: Define = (command, context) =>
  command
    .argument('[id]', 'flow ID', flowId)
    .addOption(
      new Option('--owner <address>', 'list the executions of all flows of this owner').argParser(accountAddress),
    )
    .option('--failed', 'list only failed executions, including timeouts and uncollected fees')
    .option('--from <time>', 'list executions since this year, month, day or ISO time, in UTC', startTime)
    .option('--to <time>', 'list executions until the end of this year, month or day, or until this ISO time', endTime)
    .option(
      '--limit <n>',
      'maximum number of executions (default: 20, or no limit with --from or --to)',
      integerFrom(1),
    )
    .addOption(
      new Option('--all', 'list all executions, oldest first').conflicts(['limit', 'from', 'to', 'owner', 'csv']),
    )
    .addOption(new Option('--csv', 'print CSV for spreadsheets'))
    .addHelpText(
      'after',
      examples(
        'history 14 --embedded',
        'history 14 --all --failed --embedded',
        'history 14 --from 2026 --to 2026-06 --csv --embedded > runs.csv',
        `history --from 2026 --csv --embedded --owner ${exampleOwner}`,
      ),
    )
    .action((id, options) => run(context(), id, options))

async function run(context: Context, id: string | undefined, options: HistoryOptions): Promise<void> {
  const { owner, from = 0, to = Number.POSITIVE_INFINITY, csv } = options
  if ((id === undefined) === (owner === undefined))
    throw new UsageError('history requires a flow ID or --owner.', 'For examples, run: flow-query history --help')
  if (from >= to) throw new UsageError('The time of --from is after the time of --to.', 'Swap --from and --to.')
  if (csv && context.settings.json) throw new UsageError('--csv and --json exclude each other.', 'Remove one of them.')
  const output = createOutput(context)
  const access = await accessOf(context)
  const time = await readTime(access)
  const request = { context, output, access, time }
  if (id === undefined) return printOwned(options, request)
  // The node returns an empty history for an unknown flow, so this reads the flow, which throws `notFound`.
  const flow = await access.client.flow({ id, height: access.height }, access.options)
  await (options.all ? printAll(flow, options, request) : printNewest(flow, options, request))
  suggest(context, output, 'find out whether it works', `explain ${id}`)
}

interface Request {
  context: Context
  output: Output
  access: Access
  time: ChainTime
}

async function printAll(flow: Flow, { failed }: HistoryOptions, request: Request): Promise<void> {
  const { context, output, access, time } = request
  const { client, height, options } = access
  const { json } = context.settings
  const table = tableOf(output, executionList(output, time))
  const lines = ndjson<FlowHistoryEntry>(output)
  let [read, shown] = [0, 0]
  const scan = (onProgress: ScanOptions['onProgress']) =>
    scanFlowHistory(client, { id: flow.id, height, ...options, onProgress })
  await takeEach(output, 'executions', scan, async entry => {
    read += 1
    if (failed && !hasFailed(entry, flow, time)) return
    shown += 1
    await (json ? lines.take(entry) : table.take({ flow, number: read, entry }))
  })
  if (json) return
  await table.end()
  if (failed) output.note(countOf(shown, read))
}

async function printNewest(flow: Flow, options: HistoryOptions, request: Request): Promise<void> {
  const { context, output, time } = request
  const { failed, csv } = options
  const { readPage, wanted } = searchOf(flow, options, request)
  const result = await find(output, readPage, { noun: 'executions', ...wanted })
  const { found, read, nextKey, total } = result
  const executions = numbered(flow, result)
  if (csv) return output.write(formatRunsCsv(executions, time))
  if (context.settings.json) return output.json({ history: found.map(({ item }) => item), nextKey, total })
  const count = total ?? read
  if (executions.length) await printList(output, executionList(output, time), executions)
  else if (rangeOf(options)) output.note('No executions match.')
  else if (!read) output.note(noExecutions(flow, time))
  if (rangeOf(options)) return
  if (failed && read) output.note(countOf(executions.length, read))
  if (read < count)
    output.note(
      `${failed ? 'Searched' : 'Showing'} the newest ${formatNumber(read)} of ${formatCount(count, 'execution')}. Use --all for all of them.`,
    )
}

async function printOwned(options: HistoryOptions, request: Request): Promise<void> {
  const { context, output, access, time } = request
  const { owner, limit = limitOf(options), csv } = options
  const flows = await readChain(output, access, owner)
  const found = await withProgress(output, 'histories', progress => {
    let loaded = 0
    return pMap(
      flows,
      async flow => {
        const { readPage, wanted } = searchOf(flow, options, request)
        const result = await search(readPage, wanted)
        progress.update({ loaded: ++loaded, total: flows.length })
        return numbered(flow, result)
      },
      { concurrency },
    )
  })
  const executions = found
    .flat()
    .sort((one, other) => timeOf(other.entry) - timeOf(one.entry))
    .slice(0, limit)
  if (csv) return output.write(formatRunsCsv(executions, time))
  if (context.settings.json)
    return output.json({
      executions: executions.map(({ flow, number, entry }) => ({ flowId: flow.id, run: number, ...entry })),
    })
  if (executions.length) await printList(output, ownedColumns(output, time), executions)
  else output.note(flows.length ? 'No executions match.' : noFlows(owner))
}

function ownedColumns(output: Output, time: ChainTime): Column<NumberedRun>[] {
  return [
    { title: 'Flow', cell: ({ flow }) => flow.id, right: true },
    { title: 'Label', cell: ({ flow }) => flow.label || '—', least: 12 },
    ...executionList(output, time),
  ]
}

/** Searches from the newest execution until the range is passed. */
function searchOf(flow: Flow, options: HistoryOptions, { access, time }: Request) {
  const { client, height, options: request } = access
  const { failed, limit = limitOf(options) } = options
  const range = rangeOf(options)
  const readPage = async (page: PageArgs): Promise<ListPage<FlowHistoryEntry>> => {
    const args = { id: flow.id, ...page, reverse: true, countTotal: !page.key, height }
    const { history: items, ...info } = await client.flowHistory(args, request)
    return { items, ...info }
  }
  const matches = (entry: FlowHistoryEntry) =>
    (!failed || hasFailed(entry, flow, time)) && (!range || timeOf(entry) < range.end)
  return {
    readPage,
    wanted: {
      limit,
      filter: failed || range ? matches : undefined,
      isPast: range && ((entry: FlowHistoryEntry) => timeOf(entry) < range.start),
    },
  }
}

function numbered(flow: Flow, { found, read, total }: Found<FlowHistoryEntry>): NumberedRun[] {
  const count = total ?? read
  return found.map(({ item, place }) => ({ flow, number: count - place, entry: item }))
}

function limitOf(options: HistoryOptions): number {
  return rangeOf(options) ? Number.POSITIVE_INFINITY : 20
}

function rangeOf({ from, to }: HistoryOptions): TimeRange | undefined {
  if (from === undefined && to === undefined) return undefined
  return { start: from ?? Number.NEGATIVE_INFINITY, end: to ?? Number.POSITIVE_INFINITY }
}

function timeOf({ actualExecTime, scheduledExecTime }: FlowHistoryEntry): number {
  return (toDate(actualExecTime) ?? toDate(scheduledExecTime))?.getTime() ?? 0
}

function countOf(shown: number, read: number): string {
  return `${shown} of ${formatCount(read, 'execution')} failed.`
}
