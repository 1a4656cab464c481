import type { FlowClient, RequestOptions } from '@flow-query/core'
import { readPlanned } from '../../forecast/facts/read.js'
import type { FlowDraft } from '../draft.js'
import type { DraftFacts } from '../draft-facts.js'
import { planDraft } from './plan.js'

/**
 * Reads the facts for {@link checkFlow}, each fact once: the parameters, the balances, permissions, agents and channels that the draft
 * uses, the owner's other flows, the flows that its conditions name, and whether the node would accept it. It signs nothing.
 *
 * @example
 * const facts = await readDraftFacts(client, draft)
 * const { verdict, problems, cost } = checkFlow(draft, facts, facts.time)
 *
 * @throws {FlowQueryError} if a request fails. A failed simulation isn't an error, because it is only one of the facts
 */
export function readDraftFacts(
  client: FlowClient,
  draft: FlowDraft,
  { signal = new AbortController().signal }: RequestOptions = {},
): Promise<DraftFacts> {
  return readPlanned(client, stateOf => planDraft(client, draft, stateOf), signal)
}
