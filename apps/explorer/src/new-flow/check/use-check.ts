import type { FlowQueryError } from '@flow-query/core'
import type { FlowCheck, FlowDraft } from '@flow-query/insights/draft'
import { useFlowDraft } from '@flow-query/react/insights'
import { useEffect, useState } from 'react'

/** The node simulates each checked draft, so the check waits until the user stops typing. */
const typingPause = 400

export interface Check {
  /** The check of the draft, or of its last version while the draft is being checked. */
  data: FlowCheck | undefined
  error: FlowQueryError | null
  isChecking: boolean
}

export function useCheck(draft: FlowDraft): Check {
  const [checked, setChecked] = useState(draft)
  useEffect(() => {
    const timer = setTimeout(setChecked, typingPause, draft)
    return () => clearTimeout(timer)
  }, [draft])

  const { data, error, isPending } = useFlowDraft({ draft: checked })
  const [last, setLast] = useState(data)
  useEffect(() => {
    if (data) setLast(data)
  }, [data])
  // A failed check says nothing about an edited draft.
  const known = data ?? (error ? undefined : last)
  return { data: draft.owner ? known : undefined, error, isChecking: isPending || checked !== draft }
}
