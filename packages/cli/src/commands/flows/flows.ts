import { Option } from '@commander-js/extra-typings'
import { type ChainTime, type Flow, type FlowStatus, flowStatus } from '@flow-query/core'
import { countFlows, type FlowSort, filterAndSortFlows } from '@flow-query/core/collection'
import { formatCount, formatList, formatNumber } from '@flow-query/format'
import { accountAddress, type Define, exampleOwner, examples, integerFrom } from '../../definition.js'
import { flowColumns, noFlows } from '../../flows.js'
import { readChain, scanChain } from '../../node/chain.js'
import { type Access, accessOf, readTime } from '../../node/client.js'
import { find } from '../../node/pages.js'
import { type Context, UsageError } from '../../settings.js'
import { suggest } from '../../suggestion.js'
import { createOutput, type Output } from '../../terminal/output.js'
import { takeEach } from '../../terminal/progress.js'
import { ndjson, tableOf } from '../../terminal/stream.js'
import { printList } from '../../terminal/table.js'

interface FlowsOptions {
  owner?: string
  limit?: number
  reverse?: true
  key?: string
  status?: FlowStatus
  search?: string
  type?: string
  connection?: string
  sort?: FlowSort
  all?: true
}

interface Request {
  context: Context
  output: Output
  access: Access
  json: boolean
  time: ChainTime
  options: FlowsOptions
}

export const define: Define = (command, context) =>
  command
    .option('--owner <address>', 'list only flows of this owner', accountAddress)
    .option('--limit <n>', 'maximum number of flows (default: 20)', integerFrom(1))
    .option('--reverse', 'reverse the order, so that the newest flow or highest value comes first')
    .option('--key <key>', 'start at this page key, which the previous page printed')
    .addOption(
      new Option('--status <status>', 'list only flows with this status').choices([
        'active',
        'scheduled',
        'completed',
        'stopped',
      ] as const),
    )
    .addOption(
      new Option('--search <words>', 'list only flows whose label, ID or owner matches all words').conflicts('key'),
    )
    .addOption(
      new Option('--type <message>', 'list only flows with this message type, such as MsgSend').conflicts('key'),
    )
    .addOption(
      new Option('--connection <id>', 'list only flows that use this connection, such as connection-0').conflicts(
        'key',
      ),
    )
    .addOption(
      new Option('--sort <by>', 'sort by this value. Flows without it come last')
        .choices(['id', 'nextRun', 'lastRun', 'label'] as const)
        .conflicts('key'),
    )
    .addOption(new Option('--all', 'list all flows').conflicts(['limit', 'key']))
    .addHelpText(
      'after',
      examples(
        'flows --reverse --embedded',
        `flows --all --embedded --owner ${exampleOwner}`,
        'flows --search "pay rent" --status active --sort nextRun --embedded',
        'flows --type MsgSend --all --json --embedded',
      ),
    )
    .action(options => run(context(), options))

async function run(context: Context, options: FlowsOptions): Promise<void> {
  const output = createOutput(context)
  const access = await accessOf(context)
  const request = {
    context,
    output,
    access,
    json: context.settings.json ?? false,
    time: await readTime(access),
    options,
  }
  const { search, type, connection, sort, all, reverse } = options
  if ((search ?? type ?? connection ?? sort) !== undefined || (all && reverse)) return printSorted(request)
  return all ? printAll(request) : printPage(request)
}

/** Reads all flows, because nodes can't search or sort. */
async function printSorted({ context, output, access, json, time, options }: Request): Promise<void> {
  const { owner, limit = 20, reverse = false, status, search, type, connection, sort, all } = options
  const flows = await readChain(output, access, owner)
  const messageType = type === undefined ? undefined : completeType(flows, type, time)
  const arrangement = { status, search, messageType, connectionId: connection, sort, descending: reverse }
  const found = filterAndSortFlows(flows, arrangement, time)
  const shown = all ? found : found.slice(0, limit)
  if (json && !all) return output.json({ flows: shown, nextKey: null, total: found.length })

  const sink = json ? ndjson<Flow>(output) : tableOf(output, flowColumns(output, time, owner === undefined))
  for (const flow of shown) await sink.take(flow)
  await sink.end()
  if (!flows.length) return output.note(noFlows(owner))
  if (found.length < flows.length)
    output.note(
      `${formatNumber(found.length)} of ${formatCount(flows.length, 'flow')} ${found.length === 1 ? 'matches' : 'match'}.`,
    )
  if (shown.length < found.length) output.note(`To see more, use --limit ${limit * 5} or --all.`)
  if (!found.length && type !== undefined)
    suggest(context, output, 'list all message types', owner === undefined ? 'stats' : `stats --owner ${owner}`)
  suggestFlow(context, output, shown[0])
}

/**
 * Completes a short message type: `MsgSend` becomes `/cosmos.bank.v1beta1.MsgSend`. If no flow has such a type, the name is unchanged.
 *
 * @throws {UsageError} if flows have several types with this name
 */
function completeType(flows: readonly Flow[], name: string, time: ChainTime): string {
  if (name.startsWith('/')) return name
  const ending = `.${name}`.toLowerCase()
  const types = Array.from(countFlows(flows, time).messageType.keys())
  const matches = types.filter(type => type.toLowerCase().endsWith(ending))
  if (matches.length > 1)
    throw new UsageError(
      `Several message types match ${name}: ${formatList(matches)}.`,
      'Pass the full name of one of them.',
    )
  return matches[0] ?? name
}

async function printAll({ context, output, access, json, time, options: { owner, status } }: Request): Promise<void> {
  const sink = json ? ndjson<Flow>(output) : tableOf(output, flowColumns(output, time, owner === undefined))
  let [read, shown] = [0, 0]
  let first: Flow | undefined
  await takeEach(output, 'flows', scanChain(access, owner), async flow => {
    read += 1
    if (status && flowStatus(flow, time) !== status) return
    shown += 1
    first ??= flow
    await sink.take(flow)
  })
  await sink.end()
  if (!read && !json) output.note(noFlows(owner))
  else if (status) output.note(countOf(shown, read, status))
  suggestFlow(context, output, first)
}

async function printPage({ context, output, access, json, time, options }: Request): Promise<void> {
  const { owner, limit = 20, reverse, key, status } = options
  const { client, height, options: request } = access
  const { found, read, nextKey, total } = await find<Flow>(
    output,
    async page => {
      const args = { ...page, reverse, height }
      const { flows: items, ...info } = await (owner === undefined
        ? client.flows(args, request)
        : client.flowsForOwner({ owner, ...args }, request))
      return { items, ...info }
    },
    { noun: 'flows', limit, key, filter: status && (flow => flowStatus(flow, time) === status) },
  )
  const flows = found.map(({ item }) => item)
  if (json) return output.json({ flows, nextKey, total })
  if (flows.length) await printList(output, flowColumns(output, time, owner === undefined), flows)
  if (!read && !key) output.note(noFlows(owner))
  else if (status) output.note(countOf(flows.length, read, status))
  if (nextKey) output.note(`To see more, add --key ${nextKey}`)
  suggestFlow(context, output, flows[0])
}

function suggestFlow(context: Context, output: Output, flow: Flow | undefined): void {
  if (flow) suggest(context, output, 'show the first flow', `flow ${flow.id}`)
}

function countOf(shown: number, read: number, status: FlowStatus): string {
  return `${shown} of ${formatCount(read, 'flow')} ${shown === 1 ? 'is' : 'are'} ${status}.`
}
