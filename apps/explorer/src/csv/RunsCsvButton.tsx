import type { Flow } from '@flow-query/core'
import { useState } from 'react'
import { DialogBoundary } from '../states/DialogBoundary'
import { lazyPart } from '../states/part'
import { useTime } from '../time/use-chain-time'
import { Mark } from '../values/Mark'
import { icons } from '../values/marks'

const RunsCsvDialog = lazyPart(() => import('./RunsCsvDialog'))

interface RunsCsvButtonProps {
  /** The start of the file name. */
  list: string
  flows: readonly Flow[]
}

/** A button that opens a dialog to save the runs of a period. The code of the dialog is loaded when it is first opened. */
export function RunsCsvButton(props: RunsCsvButtonProps) {
  const time = useTime()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (!time) return null
  return (
    <>
      <button
        type="button"
        className="link csv"
        data-testid="runs-csv"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Mark path={icons.download} />
        Export runs
      </button>
      <DialogBoundary onClose={close}>
        {isOpen && <RunsCsvDialog {...props} time={time} onClose={close} />}
      </DialogBoundary>
    </>
  )
}
