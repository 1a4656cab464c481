import { paramRows } from '@flow-query/explorer-kit'
import { accessOf } from '../client.js'
import { wrap } from '../details.js'
import { bold, createOutput, dim, type Part } from '../output.js'
import type { Context } from '../settings.js'

export async function run(context: Context): Promise<void> {
  const output = createOutput(context.settings)
  const { client, options } = await accessOf(context)
  const params = await client.params(options)
  if (context.settings.json) return output.json(params)
  for (const { name, field, meaning, values } of paramRows(params)) {
    await output.line(bold(name), dim(`  ${field}`))
    for (const value of values) {
      const exact = value.exact !== undefined && value.exact !== value.text ? `  = ${value.exact}` : ''
      const of = value.of === undefined ? '' : `  ${value.of}`
      const text = value.denom === undefined ? value.text : `${value.text} ${value.denom}`
      const parts: Part[] = value.denom === undefined ? [text, of, dim(exact)] : [text, of]
      await output.write(indented(wrap(output, parts, 2)))
    }
    await output.write(indented(wrap(output, dim(meaning), 2)))
  }
}

function indented(lines: string): string {
  return `${lines.replace(/^/gm, '  ')}\n`
}
