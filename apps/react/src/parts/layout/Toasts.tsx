import { flowQueryKeys, flowQueryOptions } from '@flow-query/core'
import { flowHealth, newestRunsQueryOptions } from '@flow-query/core/insights'
import type { FlowEvent } from '@flow-query/core/live'
import { paths, words } from '@flow-query/explorer-kit'
import { useFlowClient, useWatchFlows } from '@flow-query/react'
import { describeHealth, phraseText } from '@flow-query/words'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { Icon } from '../Mark'

interface Toast {
  id: string
  label: string
  text: string
}

/** Says so when a flow that is on the page fails. */
export function Toasts() {
  const client = useFlowClient()
  const queryClient = useQueryClient()
  const [toast, setToast] = useState<Toast | null>(null)
  useWatchFlows({ onEvent: event => void tell(event) })

  async function tell({ id }: FlowEvent) {
    // What is on the page is what somebody looks at the runs of.
    if (id === null) return
    const queryKey = flowQueryKeys.flowHistory(client, { id })
    if (!queryClient.getQueryCache().findAll({ queryKey, type: 'active' }).length) return
    try {
      const [flow, newest] = await Promise.all([
        queryClient.fetchQuery(flowQueryOptions(client, { id })),
        queryClient.fetchQuery({ ...newestRunsQueryOptions(client, { id }), staleTime: 0 }),
      ])
      const health = flowHealth(flow, newest, Date.now())
      if (health.state === 'failing' || (health.state === 'over' && health.cause))
        setToast({ id, label: flow.label.trim() || words.flow.title(id), text: phraseText(describeHealth(health)) })
    } catch {
      // The page itself says that the node does not answer.
    }
  }

  return (
    <div className="toasts" role="status">
      {toast && (
        <div className="toast" data-testid="toast">
          <Icon name="warning" />
          <p>
            <Link to={paths.flow(toast.id)}>
              <bdi>{toast.label}</bdi>
            </Link>
            <br />
            {toast.text}
          </p>
          <button type="button" className="quiet icon" aria-label={words.toast.dismiss} onClick={() => setToast(null)}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  )
}
