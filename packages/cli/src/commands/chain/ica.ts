import { type IcaArgs, isFlowQueryError } from '@flow-query/core'
import { explainMissingAccount } from '@flow-query/format'
import { accountAddress, type Define, exampleOwner, examples } from '../../definition.js'
import { accessOf } from '../../node/client.js'
import { CommandError, type Context } from '../../settings.js'
import { commandLine, suggest } from '../../suggestion.js'
import { createOutput } from '../../terminal/output.js'

export const define: Define = (command, context) =>
  command
    .argument('<owner>', 'bech32 address', accountAddress)
    .argument('<connection-id>', 'IBC connection, such as connection-0')
    .addHelpText('after', examples(`ica ${exampleOwner} connection-0 --embedded`))
    .action((owner, connectionId) => run(context(), { owner, connectionId }))

async function run(context: Context, args: IcaArgs): Promise<void> {
  const output = createOutput(context)
  const { client, height, options } = await accessOf(context)
  const address = await client.ica({ ...args, height }, options).catch(error => {
    if (!isFlowQueryError(error, 'notFound')) throw error
    throw new CommandError(
      explainMissingAccount(args.connectionId),
      `Check the connection. To list the flows of this owner, run: ${commandLine(context, `flows --owner ${args.owner}`)}`,
      4,
    )
  })
  await (context.settings.json ? output.json(address) : output.line(address))
  suggest(context, output, 'list the flows of its owner', `flows --owner ${args.owner}`)
}
