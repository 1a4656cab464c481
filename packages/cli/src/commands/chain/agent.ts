import { isFlowQueryError } from '@flow-query/core'
import { describeAgentFee } from '@flow-query/format'
import { accountAddress, type Define, examples } from '../../definition.js'
import { accountOf } from '../../node/account.js'
import { accessOf } from '../../node/client.js'
import { CommandError, type Context } from '../../settings.js'
import { commandLine, suggest } from '../../suggestion.js'
import { type Detail, printDetails, printWrapped } from '../../terminal/details.js'
import { bold, createOutput } from '../../terminal/output.js'

/** An agent of the demo chain. */
const exampleAgent = 'into1ajdntn06ezhfpvztxyvy5wsl0jkfsq6ahm4jyeljyu7949sut50s8tl73j'

export const define: Define = (command, context) =>
  command
    .argument('<address>', 'bech32 address', accountAddress)
    .addHelpText('after', examples(`agent ${exampleAgent} --embedded`, `agent ${exampleAgent} --json --embedded`))
    .action(agent => run(context(), agent))

async function run(context: Context, agentAddress: string): Promise<void> {
  const output = createOutput(context)
  const access = await accessOf(context)
  const { client, height, options } = access
  const agent = await client.trustlessAgent({ agentAddress, height }, options).catch(error => {
    if (!isFlowQueryError(error, 'notFound')) throw error
    throw new CommandError(
      'This chain has no agent with this address.',
      `To list all agents, run: ${commandLine(context, 'agents --all')}`,
      4,
    )
  })
  if (context.settings.json) return output.json(agent)
  const { connectionId, portId } = agent.icaConfig
  const place = connectionId && ` over ${connectionId}`
  await printWrapped(output, ['Agent  ', bold(agent.agentAddress)])
  await printWrapped(output, `Executes flows on another chain${place}. Fee per run: ${describeAgentFee(agent)}`)
  await output.line()
  const details: Detail[] = [['Fee admin', agent.feeConfig.feeAdmin || 'none']]
  if (connectionId) details.push(['Interchain account', await accountOf(access, { owner: agentAddress, connectionId })])
  if (portId) details.push(['Port', portId])
  await printDetails(output, details)
  if (connectionId) suggest(context, output, 'list the flows on its connection', `flows --connection ${connectionId}`)
}
