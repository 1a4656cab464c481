import { useState } from 'react'
import { DialogBoundary } from '../states/DialogBoundary'
import { lazyPart } from '../states/part'
import { Mark } from '../values/Mark'
import { icons } from '../values/marks'

const ApiDrawer = lazyPart(() => import('./ApiDrawer'))

/** The code of the drawer is loaded when it is first opened. */
export function ApiButton() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button
        type="button"
        className="quiet icon"
        data-testid="api-open"
        aria-haspopup="dialog"
        aria-label="API request of this page"
        title="API request of this page"
        onClick={() => setOpen(true)}
      >
        <Mark path={icons.code} />
      </button>
      <DialogBoundary onClose={close}>{isOpen && <ApiDrawer onClose={close} />}</DialogBoundary>
    </>
  )
}
