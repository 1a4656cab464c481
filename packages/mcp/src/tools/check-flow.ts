import { explainCheck } from '@flow-query/format'
import { checkFlow, type FlowCheck, type FlowDraft, parseDraft, readDraftFacts } from '@flow-query/insights/draft'
import { z } from 'zod'
import { describeDraftCheck } from '../answer/draft.js'
import { fittingSpace } from '../answer/result.js'
import { Unanswerable } from '../failure.js'
import { draftCheck, draftOwner, draftText, summary } from '../schemas.js'
import { type Call, defineTool } from '../tool.js'

export const checkNewFlow = defineTool({
  name: 'check_flow',
  title: 'Check a new flow',
  description:
    'Checks a flow before it exists: whether the chain would accept it, whether its runs would work, and their cost. Returns the draft with a link to the portal, where a person has to sign it.',
  input: z.object({ draft: draftText, owner: draftOwner }),
  output: draftCheck.extend({ summary }),
  async answer(args, call) {
    const draft = parseDraft(args.draft, { owner: args.owner })
    const check = await checkDraft(draft, call)
    return fittingSpace({ text: 300, items: 8 }, space => ({
      summary: `${explainCheck(check).title}.`,
      ...describeDraftCheck(draft, check, space),
    }))
  },
})

export async function checkDraft(draft: FlowDraft, { chain, options }: Call): Promise<FlowCheck> {
  if (chain.height !== undefined)
    throw new Unanswerable(
      'This server reads an earlier block, but a new flow needs the newest one.',
      'Tell the user to start the server without --height.',
    )
  const facts = await readDraftFacts(chain.client, draft, options)
  return checkFlow(draft, facts, facts.time)
}
