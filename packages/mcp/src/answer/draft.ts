import { describePortalLink, explainCheck, formatCount, formatNumber, formatTime } from '@flow-query/format'
import { draftMessage, type FlowCheck, type FlowDraft, portalLink } from '@flow-query/insights/draft'
import type { z } from 'zod'
import type { draftCheck } from '../schemas.js'
import { markedJson, sentence, untrusted, withoutSpaces } from '../untrusted.js'
import type { Space } from './result.js'

const signNote =
  'Nothing was signed or sent. Only a person can create the flow: the owner reviews and signs it, for example in the portal.'

const maxDraftBytes = 4_000

/** Describes the check of a draft, with the draft itself and a link for the person who signs it. */
export function describeDraftCheck(draft: FlowDraft, check: FlowCheck, space: Space): z.input<typeof draftCheck> {
  const { cost, basis } = explainCheck(withoutSpaces(check))
  const json = markedJson(draftMessage(draft), maxDraftBytes)
  const { url, note } = linkOf(draft)
  return {
    verdict: check.verdict,
    problems: check.problems.slice(0, space.items).map(problem => describeDraftProblem(problem, check, space)),
    cost: cost && sentence(cost, space.text * 3),
    firstRuns: check.runs
      .slice(0, Math.min(3, space.items))
      .map(({ number, time, outcome }) => sentence(`Run ${number}, ${formatTime(time)}: ${outcome}`)),
    basis: basis.map(line => sentence(line, space.text * 2)),
    draft: json,
    portalLink: url && untrusted(url, maxDraftBytes),
    notes: [
      signNote,
      ...(check.problems.length > space.items
        ? [`Only ${formatNumber(space.items)} of ${formatCount(check.problems.length, 'problem')} are listed.`]
        : []),
      ...(json === null ? ['The draft is too long for an answer. flow-query draft prints it.'] : []),
      ...(note ? [note] : []),
    ],
  }
}

function describeDraftProblem(problem: FlowCheck['problems'][number], check: FlowCheck, space: Space) {
  // The node's text can contain anything, so it has its own field.
  const told = 'message' in problem ? { ...problem, message: '(see chainSaid)' } : problem
  const [words] = explainCheck(withoutSpaces({ ...check, problems: [told] })).problems
  return {
    path: /^[\w.[\]]*$/.test(problem.path) ? problem.path : untrusted(problem.path),
    effect: problem.effect,
    kind: problem.kind,
    sentence: sentence(words?.sentence ?? '', space.text * 2),
    remedy: words?.remedy ? sentence(words.remedy, space.text * 2) : null,
    ...('message' in problem && { chainSaid: untrusted(problem.message, space.text) }),
  }
}

function linkOf(draft: FlowDraft): { url: string | null; note?: string } {
  const link = portalLink(draft)
  const note = describePortalLink(link, draft)
  if (note && !note.isUsable) return { url: null, note: `There is no link. ${note.sentence} ${note.remedy}` }
  if (link.url.length > maxDraftBytes) return { url: null, note: 'There is no link, because it would be too long.' }
  return { url: link.url, ...(note && { note: `${note.sentence} ${note.remedy}` }) }
}
