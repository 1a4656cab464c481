import { useMutation } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { allowedStorage } from '../browser/allowed-storage'
import { useEndpoint } from '../node/EndpointProvider'
import type { FlowOrOwner } from './monitor'
import { Problem } from './Problem'
import { hasPageNotice, noticeOf, noticesKey } from './page-notices'
import { canNotify, startNotifications } from './push'
import { storedList, storeList } from './stored-list'

interface PageNoticesProps {
  target: FlowOrOwner
  /** More buttons. */
  children: ReactNode
}

/** Turns notifications of open pages on and off. */
export function PageNotices({ target, children }: PageNoticesProps) {
  const storage = allowedStorage('localStorage')
  const { lcd } = useEndpoint().endpoint
  const [isOn, setOn] = useState(() => hasPageNotice(lcd, target))
  const change = useMutation({
    async mutationFn() {
      if (!isOn) await startNotifications()
      const notice = noticeOf(lcd, target)
      const others = storedList(storage, noticesKey).filter(other => other !== notice)
      storeList(storage, noticesKey, isOn ? others : [...others, notice])
    },
    onSuccess: () => setOn(!isOn),
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    change.mutate()
  }

  return (
    <form onSubmit={submit}>
      <div>
        <div role="status" data-testid="notify-state">
          {!canNotify() && <p>This browser doesn’t support notifications here.</p>}
          {isOn && <p>Notifications are on.</p>}
        </div>
        <Problem error={change.error} />
      </div>
      <div className="actions">
        {canNotify() && (
          <button
            type="submit"
            className="primary"
            data-testid="notify-page"
            aria-busy={change.isPending}
            disabled={change.isPending}
          >
            {isOn ? 'Turn off' : 'Turn on'}
          </button>
        )}
        {children}
      </div>
    </form>
  )
}
