import type { ReactNode } from 'react'

interface FigureProps {
  name: string
  testId?: string
  note?: ReactNode
  children?: ReactNode
}

/** Shows a skeleton if there is no value. */
export function Figure({ name, testId, note, children }: FigureProps) {
  return (
    <div>
      <h3>{name}</h3>
      <p className="figure" data-testid={testId}>
        {children ?? <i className="bone" />}
      </p>
      <p className="figure-note">{note}</p>
    </div>
  )
}
