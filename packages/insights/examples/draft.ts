import { createFlowClient } from '@flow-query/core'
import { checkFlow, parseDraft, portalLink, readDraftFacts } from '@flow-query/insights/draft'

const client = createFlowClient({ lcd: 'http://127.0.0.1:1317' })

/** Prints whether a flow would work, its problems and its cost, and a link where its owner can sign it. */
export async function printCheck(json: string): Promise<void> {
  const draft = parseDraft(json)
  const facts = await readDraftFacts(client, draft)
  const { verdict, problems, cost } = checkFlow(draft, facts, facts.time)
  console.log(verdict)
  for (const { path, kind, effect } of problems) console.log(`  ${effect}: ${kind} at ${path}`)
  if (cost) console.log(`  ${cost.scheduled} runs need ${cost.fund.amount} ${cost.fund.denom}`)
  if (verdict === 'good') console.log(portalLink(draft).url)
}
