import { accessOf } from '../client.js'
import { createOutput } from '../output.js'
import type { Context } from '../settings.js'

export async function run(context: Context, [owner = '', connectionId = '']: string[]): Promise<void> {
  const output = createOutput(context.settings)
  const { client, options } = await accessOf(context)
  const address = await client.ica({ owner, connectionId }, options)
  await (context.settings.json ? output.json(address) : output.line(address))
}
