import { isFlowQueryError } from '@flow-query/core'
import { draftFrom, draftMessage, type FlowDraft, parseDraft } from '@flow-query/insights/draft'
import { useFlow } from '@flow-query/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { errorText } from '../node/errors'
import { paths } from '../router/paths'
import { useLocation, useNavigate } from '../router/router'
import { draftTexts } from './draft-texts'

/** Browsers limit how often a page can change its URL. */
const typingPause = 500
/** Servers refuse longer URLs, but they don't get the hash. */
const maxSearchLength = 4_000

/**
 * Returns the draft in the URL: its JSON in `flowInput`, like in links of the portal, or the ID of a flow to copy in `from`. Edits are
 * written into the URL. A long draft is in its hash.
 */
export function useUrlDraft() {
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const [text = null, ...others] = draftTexts(search, hash)
  const count = others.length + 1
  const from = useFlow({ id: new URLSearchParams(search).get('from') ?? undefined })
  const [edited, setEdited] = useState<FlowDraft | null>(null)
  const editedText = edited && JSON.stringify(draftMessage(edited))
  const written = useRef(text)

  useEffect(() => {
    // The user opened another draft, for example with the back button.
    if (text !== written.current) setEdited(null)
    written.current = text
  }, [text])

  useEffect(() => {
    if (editedText === null || editedText === text) return
    const timer = setTimeout(() => {
      written.current = editedText
      navigate(draftPath(editedText), { replace: true })
    }, typingPause)
    return () => clearTimeout(timer)
  }, [editedText, text, navigate])

  const linked = useMemo(() => (text === null ? null : readOnlyDraft(text, count)), [text, count])
  const copied = useMemo(() => from.data && draftFrom(from.data), [from.data])
  return {
    draft: edited ?? linked?.draft ?? copied,
    problem: linked?.problem ?? (from.error && copyProblem(from.error)),
    /** The text that can't be read. */
    text: linked?.problem ? text : null,
    isLoading: from.isFetching && !from.data,
    setDraft: setEdited,
  }
}

function draftPath(text: string): string {
  const params = String(new URLSearchParams({ flowInput: text }))
  return `${paths.newFlow}${params.length > maxSearchLength ? '#' : '?'}${params}`
}

function copyProblem(error: unknown): string {
  const { title, help } = errorText(error)
  return `The flow can’t be copied: ${title}. ${help}`
}

/** Another reader of the link could choose another draft. */
function readOnlyDraft(text: string, count: number): ReadDraft {
  return count > 1 ? { draft: null, problem: `The link contains ${count} flows instead of one.` } : readDraft(text)
}

type ReadDraft = { draft: FlowDraft; problem: null } | { draft: null; problem: string }

/** Reads a draft from JSON or from a link that contains it. */
export function readDraft(text: string): ReadDraft {
  try {
    return { draft: parseDraft(text), problem: null }
  } catch (error) {
    if (!isFlowQueryError(error)) throw error
    return { draft: null, problem: error.message }
  }
}
