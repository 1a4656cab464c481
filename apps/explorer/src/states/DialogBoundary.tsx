import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { PartFailure } from './PartFailure'

interface DialogBoundaryProps {
  /** Called when the user dismisses the message. */
  onClose: () => void
  children: ReactNode
}

/** Contains a dialog whose code is loaded when it is first opened. If it can't be loaded or fails, a message replaces the dialog. */
export function DialogBoundary({ onClose, children }: DialogBoundaryProps) {
  return (
    <ErrorBoundary FallbackComponent={PartFailure} onReset={onClose}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  )
}
