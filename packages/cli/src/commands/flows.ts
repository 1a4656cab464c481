import {
  type Flow,
  type FlowStatus,
  type FlowsPage,
  flowStatus,
  type ScanProgress,
  scanFlows,
  scanFlowsForOwner,
} from '@flow-query/core'
import { plural, words } from '@flow-query/explorer-kit'
import { accessOf } from '../client.js'
import { flowColumns } from '../flows.js'
import { createOutput, type Output } from '../output.js'
import { takeEach } from '../progress.js'
import type { Context } from '../settings.js'
import { ndjson, tableOf } from '../stream.js'
import { printTable } from '../table.js'

export interface FlowsOptions {
  owner?: string
  limit?: number
  reverse?: true
  key?: string
  status?: FlowStatus
  all?: true
}

export async function run(context: Context, _: string[], options: FlowsOptions): Promise<void> {
  const output = createOutput(context.settings)
  const { client, options: request } = await accessOf(context)
  const now = Date.now()
  const wanted = (flow: Flow) => !options.status || flowStatus(flow, now) === options.status
  const { owner, limit = 20, reverse, key } = options
  if (options.all) {
    const scan = (onProgress: (progress: ScanProgress) => void) =>
      owner
        ? scanFlowsForOwner(client, { owner, ...request, onProgress })
        : scanFlows(client, { ...request, onProgress })
    const columns = flowColumns(output, now, !owner)
    const sink = context.settings.json ? ndjson<Flow>(output) : tableOf(output, columns)
    let [read, shown] = [0, 0]
    await takeEach('flows', scan, async flow => {
      read += 1
      if (!wanted(flow)) return
      shown += 1
      await sink.take(flow)
    })
    await sink.end()
    if (options.status) output.note(countOf(shown, read, options.status))
    return
  }

  const args = { limit, reverse, key }
  const page = await (owner ? client.flowsForOwner({ owner, ...args }, request) : client.flows(args, request))
  const flows = page.flows.filter(wanted)
  if (context.settings.json) return output.json({ ...page, flows })
  if (flows.length) await printTable(output, flowColumns(output, now, !owner), flows)
  note(output, page, flows.length, options)
}

function note(
  output: Output,
  { flows, nextKey }: FlowsPage,
  shown: number,
  { owner, status, key }: FlowsOptions,
): void {
  if (!flows.length && !key) output.note(owner ? words.owner.emptyHelp : words.flows.emptyHelp)
  if (status) output.note(`${countOf(shown, flows.length, status)} --all reads every flow.`)
  if (nextKey) output.note(`There is more: --key ${nextKey}`)
}

function countOf(shown: number, read: number, status: FlowStatus): string {
  return `${shown} of ${plural(read, 'flow')} ${shown === 1 ? 'is' : 'are'} ${status}.`
}
