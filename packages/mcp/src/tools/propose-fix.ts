import { explainCheck, formatCount } from '@flow-query/format'
import { draftFrom, type FlowDraft, fixAndCheck, parseDraft } from '@flow-query/insights/draft'
import { z } from 'zod'
import { describeDraftCheck } from '../answer/draft.js'
import { fittingSpace } from '../answer/result.js'
import { Unanswerable } from '../failure.js'
import { draftCheck, draftOwner, draftText, flowId, summary } from '../schemas.js'
import { type Call, defineTool } from '../tool.js'
import { sentence, withoutSpaces } from '../untrusted.js'
import { checkDraft } from './check-flow.js'

interface Args {
  id?: string | undefined
  draft?: string | undefined
  owner?: string | undefined
}

export const proposeFix = defineTool({
  name: 'propose_fix',
  title: 'Propose a fixed flow',
  description:
    'Turns an existing flow (id) or a draft into a new flow with all known fixes, and checks the result. Returns the draft with a link to the portal, where a person has to sign it.',
  input: z.object({
    id: flowId.optional(),
    draft: draftText.optional(),
    owner: draftOwner,
  }),
  output: draftCheck.extend({
    summary,
    fixed: z.array(z.string()).describe('The problems that the draft no longer has'),
  }),
  async answer(args, call) {
    const original = await originalOf(args, call)
    const { draft, check, fixed } = await fixAndCheck(original, draft => checkDraft(draft, call))
    const { problems } = explainCheck(withoutSpaces({ ...check, problems: fixed }))
    return fittingSpace({ text: 300, items: 8 }, space => ({
      summary: `${formatCount(fixed.length, 'problem')} fixed, ${check.problems.length} left. ${explainCheck(check).title}.`,
      fixed: problems.slice(0, space.items).map(problem => sentence(problem.sentence, space.text * 2)),
      ...describeDraftCheck(draft, check, space),
    }))
  },
})

async function originalOf({ id, draft, owner }: Args, { chain, options }: Call): Promise<FlowDraft> {
  if ((id === undefined) === (draft === undefined))
    throw new Unanswerable('Either id or draft is required.', 'Pass one of them and call the tool again.')
  if (id === undefined) return parseDraft(draft, { owner })
  const flow = await chain.client.flow({ id, height: chain.height }, options)
  return draftFrom(flow, owner === undefined ? {} : { owner })
}
