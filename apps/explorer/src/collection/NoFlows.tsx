import { Notice } from '../states/Notice'

/** Replaces the lists of a chain without flows. */
export function NoFlows() {
  return (
    <Notice
      testId="empty"
      title="No flows yet"
      help="No one has created a flow on this chain. New flows appear here automatically."
    />
  )
}
