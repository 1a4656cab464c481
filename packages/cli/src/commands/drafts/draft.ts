import { explainCheck, explainDraftProblem } from '@flow-query/format'
import {
  checkFlow,
  draftFrom,
  draftMessage,
  type FlowDraft,
  fixAndCheck,
  readDraftFacts,
} from '@flow-query/insights/draft'
import { type Define, examples, flowId } from '../../definition.js'
import { type Access, accessOf } from '../../node/client.js'
import { type Context, UsageError } from '../../settings.js'
import { suggest } from '../../suggestion.js'
import { createOutput, type Output } from '../../terminal/output.js'
import { linkOf, type PortalOptions } from './portal.js'

interface DraftOptions extends PortalOptions {
  label?: string
  fix?: true
  link?: true
}

export const define: Define = (command, context) =>
  command
    .argument('<id>', 'ID of the flow to copy', flowId)
    .option('--label <text>', 'label of the new flow')
    .option('--fix', 'fix problems of the new flow that have a known fix, and list the other problems')
    .option('--link', 'print a link to the portal instead, where the owner signs the flow')
    .option('--portal <url>', 'URL of the portal (default: https://portal.intento.zone)')
    .addHelpText(
      'after',
      examples('draft 14 --embedded > draft.json', 'draft 14 --fix --embedded', 'draft 14 --fix --link --embedded'),
    )
    .action((id, options) => run(context(), id, options))

async function run(context: Context, id: string, { label, fix, link, portal }: DraftOptions): Promise<void> {
  if (fix && context.settings.height !== undefined)
    throw new UsageError('--fix always uses the newest block.', 'Remove --height.')
  const output = createOutput(context)
  const access = await accessOf(context)
  const { client, height, options } = access
  const flow = await client.flow({ id, height }, options)
  const copy = draftFrom(flow, label === undefined ? {} : { label })
  const draft = fix ? await fixed(output, access, copy) : copy
  if (link) {
    const url = linkOf(draft, output, { ...(portal && { portal }) })
    await (context.settings.json ? output.json(url) : output.line(url))
  } else await output.json(draftMessage(draft))
  if (!fix) suggest(context, output, 'fix its problems', `draft ${id} --fix`)
}

async function fixed(output: Output, { client, options }: Access, copy: FlowDraft): Promise<FlowDraft> {
  const { draft, check, fixed } = await fixAndCheck(copy, async draft => {
    const facts = await readDraftFacts(client, draft, options)
    return checkFlow(draft, facts, facts.time)
  })
  const { title, problems } = explainCheck(check)
  for (const problem of fixed) output.note(`Fixed: ${explainDraftProblem(problem).sentence}`)
  for (const { sentence, remedy } of problems) output.note(`Not fixed: ${sentence}${remedy ? ` ${remedy}` : ''}`)
  output.note(`${title}.`)
  return draft
}
