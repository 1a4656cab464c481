import { useState } from 'react'
import { DialogBoundary } from '../states/DialogBoundary'
import { lazyPart } from '../states/part'
import { Mark } from '../values/Mark'
import { icons } from '../values/marks'
import type { Subject } from './describe'

const NotifyDialog = lazyPart(() => import('./NotifyDialog'))

interface NotifyButtonProps {
  subjects: readonly Subject[]
  className?: string
}

/** A button that opens a dialog to subscribe to alerts. The code of the dialog is loaded when it is first opened. */
export function NotifyButton({ subjects, className = 'bookmark' }: NotifyButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button
        type="button"
        className={className}
        data-testid="notify"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Mark path={icons.bell} />
        <span className="bookmark-label">Notify me</span>
      </button>
      <DialogBoundary onClose={close}>{isOpen && <NotifyDialog subjects={subjects} onClose={close} />}</DialogBoundary>
    </>
  )
}
