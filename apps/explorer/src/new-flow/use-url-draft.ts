import { isFlowQueryError } from '@flow-query/core'
import { draftFrom, draftMessage, type FlowDraft, parseDraft } from '@flow-query/core/draft'
import { useFlow } from '@flow-query/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from '../router'
import { errorText } from '../states/errors'

/** Browsers limit how often a page can change its URL. */
const typingPause = 500

/**
 * Returns the draft in the URL: its JSON in `flowInput`, like in links of the portal, or the ID of a flow to copy in `from`. Edits are
 * written into the URL.
 */
export function useUrlDraft() {
  const [search, setSearch] = useSearchParams()
  const text = search.get('flowInput')
  const from = useFlow({ id: search.get('from') ?? undefined })
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
      setSearch(new URLSearchParams({ flowInput: editedText }), { replace: true })
    }, typingPause)
    return () => clearTimeout(timer)
  }, [editedText, text, setSearch])

  const linked = useMemo(() => (text === null ? null : readDraft(text)), [text])
  const copied = useMemo(() => from.data && draftFrom(from.data), [from.data])
  return {
    draft: edited ?? linked?.draft ?? copied,
    problem: linked?.problem ?? (from.error && copyProblem(from.error)),
    isLoading: from.isFetching && !from.data,
    setDraft: setEdited,
  }
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
