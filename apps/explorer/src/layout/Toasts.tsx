import { flowHealth } from '@flow-query/core/insights'
import type { FlowEvent } from '@flow-query/core/live'
import { describeHealth, phraseText } from '@flow-query/format'
import {
  chainTimeQueryOptions,
  flowQueryKeys,
  flowQueryOptions,
  newestRunsQueryOptions,
  useFlowClient,
  useWatchFlows,
} from '@flow-query/react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths'
import { Mark } from '../values/Mark'
import { icons } from '../values/marks'

interface Toast {
  id: string
  label: string
  text: string
}

/** Shows a notification when a flow on the page fails. */
export function Toasts() {
  const client = useFlowClient()
  const queryClient = useQueryClient()
  const [toast, setToast] = useState<Toast | null>(null)
  useWatchFlows({ onEvent: event => void notify(event) })

  async function notify({ id }: FlowEvent) {
    // Ignores flows that are not on the page. For a flow on the page, there is an active query for its runs.
    if (id === null) return
    const queryKey = flowQueryKeys.flowHistory(client, { id })
    if (!queryClient.getQueryCache().findAll({ queryKey, type: 'active' }).length) return
    try {
      const time = await queryClient.query({ ...chainTimeQueryOptions(client), staleTime: 'static' })
      const newest = await queryClient.query({ ...newestRunsQueryOptions(client, { id }), staleTime: 0 })
      // The flow is read after its runs. If it was read before, a run in between would look like its last one.
      const flow = await queryClient.query(flowQueryOptions(client, { id }))
      const health = flowHealth(flow, newest, time)
      if (health.state === 'failing' || (health.state === 'ended' && health.cause))
        setToast({ id, label: flow.label.trim() || `Flow ${id}`, text: phraseText(describeHealth(health)) })
    } catch {
      // The page already shows that the node doesn't respond.
    }
  }

  return (
    <div className="toasts" role="status">
      {toast && (
        <div className="toast" data-testid="toast">
          <Mark path={icons.warning} />
          <p>
            <Link to={paths.flow(toast.id)}>
              <bdi>{toast.label}</bdi>
            </Link>
            <br />
            {toast.text}
          </p>
          <button type="button" className="quiet icon" aria-label="Dismiss" onClick={() => setToast(null)}>
            <Mark path={icons.close} />
          </button>
        </div>
      )}
    </div>
  )
}
