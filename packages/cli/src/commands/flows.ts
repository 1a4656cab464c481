import {
  type Flow,
  type FlowStatus,
  flowStatus,
  type ScanOptions,
  scanFlows,
  scanFlowsForOwner,
} from '@flow-query/core'
import { formatCount } from '@flow-query/words'
import { flowColumns } from '../flows.js'
import { accessOf } from '../node/client.js'
import { type Found, find } from '../node/pages.js'
import type { Context } from '../settings.js'
import { createOutput, type Output } from '../terminal/output.js'
import { takeEach } from '../terminal/progress.js'
import { ndjson, tableOf } from '../terminal/stream.js'
import { printTable } from '../terminal/table.js'

export interface FlowsOptions {
  owner?: string
  limit?: number
  reverse?: true
  key?: string
  status?: FlowStatus
  all?: true
}

export async function run(context: Context, options: FlowsOptions): Promise<void> {
  const output = createOutput(context)
  const { client, height, options: request } = await accessOf(context)
  const { json } = context.settings
  const { owner, limit = 20, reverse, key, status, all } = options
  const now = Date.now()
  const columns = flowColumns(output, now, owner === undefined)
  const isWanted = status && ((flow: Flow) => flowStatus(flow, now) === status)

  if (all) {
    const scan = (onProgress: ScanOptions['onProgress']) =>
      owner === undefined
        ? scanFlows(client, { height, ...request, onProgress })
        : scanFlowsForOwner(client, { owner, height, ...request, onProgress })
    const sink = json ? ndjson<Flow>(output) : tableOf(output, columns)
    let [read, shown] = [0, 0]
    await takeEach(output, 'flows', scan, async flow => {
      read += 1
      if (isWanted?.(flow) === false) return
      shown += 1
      await sink.take(flow)
    })
    await sink.end()
    if (status) output.note(countOf(shown, read, status))
    return
  }

  const listed = await find<Flow>(
    output,
    async page => {
      const args = { ...page, reverse, height }
      const { flows: items, ...info } = await (owner === undefined
        ? client.flows(args, request)
        : client.flowsForOwner({ owner, ...args }, request))
      return { items, ...info }
    },
    { what: 'flows', limit, key, isWanted },
  )
  const flows = listed.found.map(({ item }) => item)
  if (json) return output.json({ flows, nextKey: listed.nextKey, total: listed.total })
  if (flows.length) await printTable(output, columns, flows)
  note(output, listed, options)
}

function note(output: Output, { found, read, nextKey }: Found<Flow>, { owner, status, key }: FlowsOptions): void {
  if (!read && !key)
    output.note(
      owner === undefined
        ? 'Nobody has made a flow on this chain.'
        : 'This address is valid, but owns no flow on this chain. Was it made with another account?',
    )
  if (status) output.note(countOf(found.length, read, status))
  if (nextKey) output.note(`There is more: --key ${nextKey}`)
}

function countOf(shown: number, read: number, status: FlowStatus): string {
  return `${shown} of ${formatCount(read, 'flow')} ${shown === 1 ? 'is' : 'are'} ${status}.`
}
