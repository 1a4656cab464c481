import type { FlowQueryError } from '@flow-query/core'
import type { FlowCheck, FlowDraft } from '@flow-query/insights/draft'
import { useFlowDraft } from '@flow-query/react/insights'
import { useEffect, useState } from 'react'

export interface Check {
  /** The check of the draft, or of its last version while the draft is being checked. */
  data: FlowCheck | undefined
  error: FlowQueryError | null
  isChecking: boolean
}

export function useCheck(draft: FlowDraft): Check {
  const { data, error, isPending } = useFlowDraft({ draft })
  const [last, setLast] = useState(data)
  useEffect(() => {
    if (data) setLast(data)
  }, [data])
  // A failed check says nothing about an edited draft.
  const known = data ?? (error ? undefined : last)
  return { data: draft.owner ? known : undefined, error, isChecking: isPending }
}
