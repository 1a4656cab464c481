import type { FlowDraft } from './draft.js'
import { fixDraft } from './fix.js'
import type { DraftProblem, FlowCheck } from './result.js'

/** A fixed draft with its own check, from {@link fixAndCheck}. */
export interface CheckedFix {
  draft: FlowDraft
  /** The check of the fixed draft. Only its verdict says whether the draft works. */
  check: FlowCheck
  /** The problems that the draft no longer has. */
  fixed: DraftProblem[]
}

/** A fix can uncover another problem, but the rounds must end. */
const mostRounds = 4

/**
 * Fixes a draft and checks it again, until no problem with a known fix is left.
 *
 * @example
 * const { draft, check } = await fixAndCheck(copy, async draft => {
 *   const facts = await readDraftFacts(client, draft)
 *   return checkFlow(draft, facts, facts.time)
 * })
 *
 * @param checkDraft checks a draft with its own facts, because the node's answer to another draft says nothing about it
 */
export async function fixAndCheck(
  draft: FlowDraft,
  checkDraft: (draft: FlowDraft) => Promise<FlowCheck>,
): Promise<CheckedFix> {
  let best = draft
  let check = await checkDraft(draft)
  const found = new Map<string, DraftProblem>()
  for (let round = 0; round < mostRounds; round++) {
    const { draft: better, fixed } = fixDraft(best, check)
    if (fixed.length === 0) break
    for (const problem of fixed) found.set(keyOf(problem), problem)
    best = better
    check = await checkDraft(best)
  }
  const left = new Set(check.problems.map(keyOf))
  return { draft: best, check, fixed: Array.from(found).flatMap(([key, problem]) => (left.has(key) ? [] : problem)) }
}

function keyOf({ kind, path }: DraftProblem): string {
  return `${kind} ${path}`
}
