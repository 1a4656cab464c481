import type { FlowStatus } from '@flow-query/core'
import { countFlows } from '@flow-query/core/collection'
import { formatNumber } from '@flow-query/format'
import { accountAddress, type Define, exampleOwner, examples } from '../../definition.js'
import { noFlows, statusPart } from '../../flows.js'
import { readChain } from '../../node/chain.js'
import { accessOf, readTime } from '../../node/client.js'
import type { Context } from '../../settings.js'
import { suggest } from '../../suggestion.js'
import { createOutput, type Output, type Part } from '../../terminal/output.js'
import { type Column, printTable } from '../../terminal/table.js'

interface StatsOptions {
  owner?: string
}

const shownOwners = 10

export const define: Define = (command, context) =>
  command
    .option('--owner <address>', 'count only flows of this owner', accountAddress)
    .addHelpText('after', examples('stats --embedded', `stats --json --embedded --owner ${exampleOwner}`))
    .action(options => run(context(), options))

async function run(context: Context, { owner }: StatsOptions): Promise<void> {
  const output = createOutput(context)
  const access = await accessOf(context)
  const time = await readTime(access)
  const flows = await readChain(output, access, owner)
  const counts = countFlows(flows, time)
  const owners = mostFirst(counts.owner)
  const messageTypes = mostFirst(counts.messageType)
  if (context.settings.json)
    return output.json({
      flows: flows.length,
      status: counts.status,
      messageType: Object.fromEntries(messageTypes),
      owner: Object.fromEntries(owners),
    })
  if (!flows.length) return output.note(noFlows(owner))

  await printCounts(output, 'Status', Object.entries(counts.status) as [FlowStatus, number][], flows.length, statusPart)
  await output.line()
  await printCounts(output, 'Message', messageTypes, flows.length)
  if (owner !== undefined) return suggest(context, output, 'list failing flows', `failing --owner ${owner}`)
  await output.line()
  await printCounts(output, 'Owner', owners.slice(0, shownOwners), flows.length)
  if (owners.length > shownOwners)
    output.note(
      `Showing the ${shownOwners} owners with the most flows, of ${formatNumber(owners.length)}. Use --json for all of them.`,
    )
  suggest(context, output, 'list failing flows', 'failing')
}

type Count<Kind> = readonly [kind: Kind, flows: number]

function mostFirst(counts: ReadonlyMap<string, number>): Count<string>[] {
  return Array.from(counts).sort(([, a], [, b]) => b - a)
}

async function printCounts<Kind extends string>(
  output: Output,
  title: string,
  counts: readonly Count<Kind>[],
  all: number,
  part: (kind: Kind) => Part = kind => kind,
): Promise<void> {
  const columns: Column<Count<Kind>>[] = [
    { title: 'Flows', cell: ([, flows]) => formatNumber(flows), right: true },
    { title: 'Share', cell: ([, flows]) => formatShare(flows, all), right: true },
    { title, cell: ([kind]) => part(kind) },
  ]
  await printTable(output, columns, counts)
}

/** Returns a rounded percentage. Only exact values are shown as 0 % or 100 %. */
function formatShare(flows: number, all: number): string {
  const percent = Math.round((flows / all) * 100)
  if (percent === 0 && flows > 0) return '<1 %'
  return percent === 100 && flows < all ? '>99 %' : `${percent} %`
}
