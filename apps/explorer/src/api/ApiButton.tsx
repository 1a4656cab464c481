import { lazy, Suspense, useState } from 'react'
import { Mark } from '../values/Mark'
import { icons } from '../values/marks'

const ApiDrawer = lazy(() => import('./ApiDrawer'))

/** The code of the drawer is loaded when it is first opened. */
export function ApiButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="quiet icon code"
        data-testid="api-open"
        aria-haspopup="dialog"
        aria-label="API request of this page"
        title="API request of this page"
        onClick={() => setOpen(true)}
      >
        <Mark path={icons.code} />
      </button>
      {isOpen && (
        <Suspense>
          <ApiDrawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
