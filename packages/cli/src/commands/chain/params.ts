import { describeParams, type ParamValue } from '@flow-query/format'
import { type Define, examples } from '../../definition.js'
import { accessOf } from '../../node/client.js'
import type { Context } from '../../settings.js'
import { suggest } from '../../suggestion.js'
import { printWrapped } from '../../terminal/details.js'
import { bold, createOutput, dim, type Part } from '../../terminal/output.js'

export const define: Define = (command, context) =>
  command.addHelpText('after', examples('params --embedded', 'params --json --embedded')).action(() => run(context()))

async function run(context: Context): Promise<void> {
  const output = createOutput(context)
  const { client, height, options } = await accessOf(context)
  const params = await client.params({ height }, options)
  if (context.settings.json) return output.json(params)
  for (const { name, field, meaning, values } of describeParams(params)) {
    await output.line(bold(name), dim(`  ${field}`))
    for (const line of [...values.map(partsOf), dim(meaning)]) await printWrapped(output, line, 2)
  }
  suggest(context, output, 'list trustless agents with their fees', 'agents')
}

function partsOf({ text, of, denom, exact }: ParamValue): Part[] {
  const rest = of === undefined ? '' : `  ${of}`
  if (denom !== undefined) return [`${text} ${denom}`, rest]
  return [text, rest, dim(exact === undefined || exact === text ? '' : `  = ${exact}`)]
}
