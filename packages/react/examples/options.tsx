import { describeError } from '@flow-query/format'
import { useFlowHistory } from '@flow-query/react'

export function LastExecution({ id, open }: { id: string | undefined; open: boolean }) {
  const { data, error } = useFlowHistory(
    { id, limit: 1, reverse: true },
    { enabled: open, refetchInterval: 10_000, select: page => page.history[0] },
  )
  return (
    <>
      {error && <p role="alert">{describeError(error)}</p>}
      {!data && !error && <p>Not yet</p>}
      {data && <p>{data.actualExecTime}</p>}
    </>
  )
}
