import { useFlowClient } from '@flow-query/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useEndpoint } from '../node/EndpointProvider'
import { useLocation } from '../router/router'
import { Mark } from '../values/Mark'
import { icons } from '../values/marks'
import { ApiSnippet } from './ApiSnippet'
import { apiRequests, hookCode } from './requests'
import { apiResponse } from './response'
import { useCachedState } from './use-cached-state'

/** Shows the requests of the page, and how to get the same data in code. It reads the cache and sends no requests. */
export default function ApiDrawer({ onClose }: { onClose: () => void }) {
  const { pathname } = useLocation()
  const { endpoint } = useEndpoint()
  const client = useFlowClient()
  const requests = apiRequests(pathname, client, endpoint)
  const [chosen, setChosen] = useState('')
  const request = requests.find(({ name }) => name === chosen) ?? requests[0]
  const cached = useCachedState(request?.queryKey)
  const response = useMemo(() => apiResponse(cached), [cached])
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])

  return (
    <dialog
      ref={dialog}
      className="drawer"
      aria-labelledby="api-title"
      closedby="any"
      data-testid="api-drawer"
      onClose={onClose}
    >
      <div className="drawer-head">
        <h2 id="api-title">API</h2>
        <button
          type="button"
          className="quiet icon"
          data-testid="api-close"
          aria-label="Close"
          onClick={() => dialog.current?.close()}
        >
          <Mark path={icons.close} />
        </button>
      </div>
      <div className="drawer-body">
        {requests.length > 1 && (
          <fieldset className="segments" aria-label="Data of this page">
            {requests.map(({ name }) => (
              <button
                key={name}
                type="button"
                data-testid="api-choice"
                aria-pressed={name === request?.name}
                onClick={() => setChosen(name)}
              >
                {name}
              </button>
            ))}
          </fieldset>
        )}
        {!request && <p className="muted">This page reads no data.</p>}
        {request && (
          <>
            <ApiSnippet
              kind="request"
              title="Request"
              text={request.url}
              note={
                endpoint.lcd === null
                  ? 'The demo chain runs in this page and has no URL. To get a node with the same flows at this URL, run: npx @flow-query/cli serve'
                  : ''
              }
            />
            <ApiSnippet kind="hook" title="React" text={hookCode(request.hook)} />
            <ApiSnippet kind="command" title="Command line" text={request.command} />
            <ApiSnippet kind="response" title="Response" text={response.text} note={response.note} />
          </>
        )}
      </div>
    </dialog>
  )
}
