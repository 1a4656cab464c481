import { formatList } from '@flow-query/format'
import { useEffect, useRef } from 'react'
import { Link } from '../router/Link'
import { paths } from '../router/paths'
import type { Subject } from './describe'
import { PageNotices } from './PageNotices'
import { SubscribeForm } from './SubscribeForm'
import { useMonitor } from './use-monitor'

interface NotifyDialogProps {
  subjects: readonly Subject[]
  onClose: () => void
}

/** Subscribes to alerts of the site's monitor. Without a monitor, it offers notifications while the page is open. */
export default function NotifyDialog({ subjects, onClose }: NotifyDialogProps) {
  const monitor = useMonitor()
  const dialog = useRef<HTMLDialogElement>(null)
  const closeButton = useRef<HTMLButtonElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const names = formatList(subjects.map(({ name }) => name))
  const [first] = subjects
  const isFlow = first && 'flow' in first.target
  const events = monitor ? alerts : problems
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
        {monitor ? 'You get a message when ' : 'While this page is open, your browser shows a notification when '}
        {!isFlow && (first?.coverage ? 'flows that match ' : 'flows of ')}
        <bdi>{names}</bdi> {isFlow ? events.one : events.several}
        {first?.coverage && ` ${first.coverage}`}
      </p>
      {monitor ? (
        <SubscribeForm monitor={monitor} subjects={subjects} onDone={() => closeButton.current?.focus()}>
          {closing}
          <Link className="button" to={paths.subscriptions} data-testid="notify-all">
            Your subscriptions
          </Link>
        </SubscribeForm>
      ) : (
        first && !('query' in first.target) && <PageNotices target={first.target}>{closing}</PageNotices>
      )}
    </dialog>
  )
}

const alerts = { one: 'fails, stops, or will fail soon.', several: 'fail, stop, or will fail soon.' }
const problems = { one: 'starts to need attention.', several: 'start to need attention.' }
