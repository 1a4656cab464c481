import { type Coin, isFlowQueryError } from '@flow-query/core'
import { splitAmount } from '@flow-query/words'
import { type Access, accessOf } from '../node/client.js'
import { CommandError, type Context } from '../settings.js'
import { createOutput, dim } from '../terminal/output.js'

export async function run(context: Context): Promise<void> {
  const output = createOutput(context)
  const burnt = await totalBurnt(await accessOf(context))
  if (context.settings.json) return output.json(burnt)
  const { text, exact } = splitAmount(burnt)
  await output.line(text, dim(exact === text ? '' : `  = ${exact}`))
}

async function totalBurnt({ client, height, options }: Access): Promise<Coin> {
  try {
    return await client.totalBurnt({ height }, options)
  } catch (error) {
    if (!isFlowQueryError(error, 'unsupported')) throw error
    // What serves nothing of the interface fails here too, in words of its own.
    await client.params({ height }, options)
    throw new CommandError(
      'This node does not tell what was burnt. Releases from 1.0.5 on do; none of v1beta1 does.',
      'Read from a node of a newer release: --lcd',
    )
  }
}
