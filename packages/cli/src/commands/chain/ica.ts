import type { IcaArgs } from '@flow-query/core'
import { accessOf } from '../../node/client.js'
import type { Context } from '../../settings.js'
import { createOutput } from '../../terminal/output.js'
import { suggest } from '../../terminal/suggestion.js'

export async function run(context: Context, args: IcaArgs): Promise<void> {
  const output = createOutput(context)
  const { client, height, options } = await accessOf(context)
  const address = await client.ica({ ...args, height }, options)
  await (context.settings.json ? output.json(address) : output.line(address))
  suggest(context, output, 'list the flows of its owner', `flows --owner ${args.owner}`)
}
