import { type Coin, isFlowQueryError } from '@flow-query/core'
import { splitAmount } from '@flow-query/format'
import { type Define, examples } from '../../definition.js'
import { type Access, accessOf } from '../../node/client.js'
import { CommandError, type Context } from '../../settings.js'
import { suggest } from '../../suggestion.js'
import { createOutput, dim } from '../../terminal/output.js'

export const define: Define = (command, context) =>
  command.addHelpText('after', examples('burnt --embedded', 'burnt --json --embedded')).action(() => run(context()))

async function run(context: Context): Promise<void> {
  const output = createOutput(context)
  const burnt = await totalBurnt(await accessOf(context))
  if (context.settings.json) return output.json(burnt)
  const { text, exact } = splitAmount(burnt)
  await output.line(text, dim(exact === text ? '' : `  = ${exact}`))
  suggest(context, output, 'show the fee that is burned per message', 'params')
}

async function totalBurnt({ client, height, options }: Access): Promise<Coin> {
  try {
    return await client.totalBurnt({ height }, options)
  } catch (error) {
    if (!isFlowQueryError(error, 'unsupported')) throw error
    // Checks whether the server has the flows API at all, because this error is more precise.
    await client.params({ height }, options)
    throw new CommandError(
      'This node does not report the total burned amount. It requires v1 of the API and release 1.0.5 or later.',
      'Use a node with a newer release: --lcd https://lcd.example.org',
    )
  }
}
