import type { ReactNode } from 'react'

interface NoticeProps {
  title: string
  help: string
  testId: string
  /** The heading level. Use 1 if the notice is the whole page. */
  level?: 1 | 2
  children?: ReactNode
}

/** A message in place of missing content. `children` are links or buttons. */
export function Notice({ title, help, testId, level = 2, children }: NoticeProps) {
  return (
    <div className="notice" data-testid={testId}>
      {level === 1 ? <h1>{title}</h1> : <h2>{title}</h2>}
      <p>{help}</p>
      {children && <div className="actions">{children}</div>}
    </div>
  )
}
