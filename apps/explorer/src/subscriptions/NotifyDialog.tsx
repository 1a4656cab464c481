import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useEndpoint } from '../node/EndpointProvider'
import { Link } from '../router/Link'
import { paths } from '../router/paths'
import { describeSubjects, type Subject } from './describe'
import type { FlowOrOwner } from './monitor'
import { PageNotices } from './PageNotices'
import { hasPageNotice } from './page-notices'
import { SubscribeForm } from './SubscribeForm'
import { useMonitor } from './use-monitor'

interface NotifyDialogProps {
  subjects: readonly Subject[]
  onClose: () => void
}

/**
 * Subscribes to alerts of the site's monitor. Without a monitor, or if the browser can't receive push messages, it offers notifications
 * while the page is open.
 */
export default function NotifyDialog({ subjects, onClose }: NotifyDialogProps) {
  const monitor = useMonitor()
  const dialog = useRef<HTMLDialogElement>(null)
  const closeButton = useRef<HTMLButtonElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const pageTarget = pageTargetOf(subjects)
  const { lcd } = useEndpoint().endpoint
  const [isForPage, setForPage] = useState(() => !monitor || (pageTarget !== null && hasPageNotice(lcd, pageTarget)))
  const isFlow = pageTarget && 'flow' in pageTarget
  const coverage = subjects[0]?.coverage
  const events = isForPage ? problems : alerts
  // The clicked button disappears, so the focus would leave the dialog.
  function offerPageNotices() {
    flushSync(() => setForPage(true))
    dialog.current?.querySelector<HTMLButtonElement>('[type="submit"]')?.focus()
  }
  const closing = (
    <button ref={closeButton} type="button" data-testid="notify-close" onClick={() => dialog.current?.close()}>
      Close
    </button>
  )
  return (
    <dialog
      ref={dialog}
      className="dialog notify"
      aria-labelledby="notify-title"
      closedby="any"
      data-testid="notify-dialog"
      onClose={onClose}
    >
      <h2 id="notify-title">Notify me</h2>
      <p>
        {isForPage ? 'While this page is open, your browser shows a notification when ' : 'You get a message when '}
        <bdi>{describeSubjects(subjects)}</bdi> {isFlow ? events.one : events.several}
        {coverage && ` ${coverage}`}
      </p>
      {monitor && !isForPage && (
        <SubscribeForm
          monitor={monitor}
          subjects={subjects}
          onDone={() => closeButton.current?.focus()}
          onPageNotices={pageTarget && offerPageNotices}
        >
          {closing}
          <Link className="button" to={paths.subscriptions} data-testid="notify-all">
            Your subscriptions
          </Link>
        </SubscribeForm>
      )}
      {isForPage && pageTarget && <PageNotices target={pageTarget}>{closing}</PageNotices>}
    </dialog>
  )
}

/** Pages show notifications about one flow or owner. */
function pageTargetOf([first, ...others]: readonly Subject[]): FlowOrOwner | null {
  return first && others.length === 0 && !('query' in first.target) ? first.target : null
}

const alerts = { one: 'fails, stops, or will fail soon.', several: 'fail, stop, or will fail soon.' }
const problems = { one: 'starts to need attention.', several: 'start to need attention.' }
