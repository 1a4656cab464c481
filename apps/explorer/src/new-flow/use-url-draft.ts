import { isFlowQueryError } from '@flow-query/core'
import { draftFrom, draftMessage, type FlowDraft, parseDraft } from '@flow-query/core/draft'
import { useFlow } from '@flow-query/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { paths } from '../paths'
import { useLocation, useNavigate } from '../router'
import { errorText } from '../states/errors'

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
  const params = new URLSearchParams(hash.startsWith('#flowInput=') ? hash.slice(1) : search)
  const text = params.get('flowInput')
  const from = useFlow({ id: params.get('from') ?? undefined })
  const [edited, setEdited] = useState<FlowDraft | null>(null)
  const editedText = edited && jsonOf(edited)
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

  const linked = useMemo(() => (text === null ? null : readDraft(text)), [text])
  const copied = useMemo(() => from.data && draftFrom(from.data), [from.data])
  return {
    draft: edited ?? linked?.draft ?? copied,
    problem: linked?.problem ?? (from.error && copyProblem(from.error)),
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

/** Percent signs are escaped, because links of the portal are decoded twice. */
function jsonOf(draft: FlowDraft): string {
  return JSON.stringify(draftMessage(draft)).replaceAll('%', '\\u0025')
}

/** Reads a draft from JSON or from a link that contains it. */
export function readDraft(text: string): { draft: FlowDraft; problem: null } | { draft: null; problem: string } {
  try {
    return { draft: parseDraft(text), problem: null }
  } catch (error) {
    if (!isFlowQueryError(error)) throw error
    return { draft: null, problem: error.message }
  }
}
