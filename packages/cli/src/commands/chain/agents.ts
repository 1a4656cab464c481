import { Option } from '@commander-js/extra-typings'
import type { PageArgs, TrustlessAgent } from '@flow-query/core'
import type { ListPage } from '@flow-query/core/scan'
import { describeAgentFee } from '@flow-query/format'
import { accountAddress, type Define, examples, integerFrom } from '../../definition.js'
import { addressFormat } from '../../flows.js'
import { accessOf } from '../../node/client.js'
import { find, readAll } from '../../node/pages.js'
import type { Context } from '../../settings.js'
import { suggest } from '../../suggestion.js'
import { createOutput, type Output } from '../../terminal/output.js'
import { takeEach } from '../../terminal/progress.js'
import { ndjson, tableOf } from '../../terminal/stream.js'
import { type Column, printList } from '../../terminal/table.js'

interface AgentsOptions {
  admin?: string
  limit?: number
  key?: string
  all?: true
}

export const define: Define = (command, context) =>
  command
    .option('--admin <address>', 'list only agents with this fee admin', accountAddress)
    .option('--limit <n>', 'maximum number of agents (default: 20)', integerFrom(1))
    .option('--key <key>', 'start at this page key, which the previous page printed')
    .addOption(new Option('--all', 'list all agents').conflicts(['limit', 'key']))
    .addHelpText(
      'after',
      examples('agents --embedded', 'agents --all --embedded --admin into1y96hzsx8m9tx7ra5cedhw8dskhwsmwesh2rlk6'),
    )
    .action(options => run(context(), options))

async function run(context: Context, { admin, limit = 20, key, all }: AgentsOptions): Promise<void> {
  const output = createOutput(context)
  const { client, height, options } = await accessOf(context)
  const { json } = context.settings
  const columns = agentColumns(output)

  async function readPage(page: PageArgs): Promise<ListPage<TrustlessAgent>> {
    const args = { ...page, height }
    const { trustlessAgents: items, ...info } = await (admin === undefined
      ? client.trustlessAgents(args, options)
      : client.trustlessAgentsForAdmin({ feeAdmin: admin, ...args }, options))
    return { items, ...info }
  }

  if (all) {
    const sink = json ? ndjson<TrustlessAgent>(output) : tableOf(output, columns)
    let first: TrustlessAgent | undefined
    await takeEach(
      output,
      'agents',
      onProgress => readAll(readPage, onProgress),
      agent => {
        first ??= agent
        return sink.take(agent)
      },
    )
    await sink.end()
    if (!first && !json) noteNone()
    return suggestAgent(first)
  }

  const { found, nextKey, total } = await find(output, readPage, { noun: 'agents', limit, key })
  const trustlessAgents = found.map(({ item }) => item)
  if (json) return output.json({ trustlessAgents, nextKey, total })
  if (trustlessAgents.length) await printList(output, columns, trustlessAgents)
  else if (!key) noteNone()
  if (nextKey) output.note(`To see more, add --key ${nextKey}`)
  suggestAgent(trustlessAgents[0])

  function noteNone(): void {
    output.note(admin === undefined ? 'This chain has no agents.' : 'This address is not the fee admin of any agent.')
  }

  function suggestAgent(agent: TrustlessAgent | undefined): void {
    if (agent) suggest(context, output, 'show the first agent', `agent ${agent.agentAddress}`)
  }
}

/** Agent addresses are never shortened, because other commands need them as arguments. */
function agentColumns(output: Output): Column<TrustlessAgent>[] {
  const address = addressFormat(output)
  return [
    { title: 'Agent', cell: ({ agentAddress }) => ({ text: agentAddress, look: 'bold' }) },
    { title: 'Fee per run', cell: describeAgentFee, least: 12 },
    { title: 'Connection', cell: ({ icaConfig }) => icaConfig.connectionId, from: 100 },
    { title: 'Fee admin', cell: ({ feeConfig }) => address(feeConfig.feeAdmin), from: 120 },
  ]
}
