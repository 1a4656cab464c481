import type { IcaArgs } from '@flow-query/core'
import { accountAddress, type Define, examples } from '../../definition.js'
import { accessOf } from '../../node/client.js'
import type { Context } from '../../settings.js'
import { createOutput } from '../../terminal/output.js'
import { suggest } from '../../terminal/suggestion.js'

export const define: Define = (command, context) =>
  command
    .argument('<owner>', 'bech32 address', accountAddress)
    .argument('<connection-id>', 'IBC connection, such as connection-0')
    .addHelpText('after', examples('ica into1htj0rku…4xqt07 connection-0'))
    .action((owner, connectionId) => run(context(), { owner, connectionId }))

async function run(context: Context, args: IcaArgs): Promise<void> {
  const output = createOutput(context)
  const { client, height, options } = await accessOf(context)
  const address = await client.ica({ ...args, height }, options)
  await (context.settings.json ? output.json(address) : output.line(address))
  suggest(context, output, 'list the flows of its owner', `flows --owner ${args.owner}`)
}
