import { describeError, describeFlow, describeSchedule, formatLabel } from '@flow-query/format'
import { useFlow } from '@flow-query/react'

/** Use it for a page about one flow. While `id` is undefined, the query waits. */
export function Flow({ id }: { id: string | undefined }) {
  const { data: flow, error } = useFlow({ id })
  return (
    <>
      {error && <p role="alert">{describeError(error)}</p>}
      {!flow && !error && <p>Loading…</p>}
      {flow && (
        <article>
          <h3>{formatLabel(flow)}</h3>
          <p>{describeFlow(flow)}</p>
          <p>{describeSchedule(flow).join(' ')}</p>
        </article>
      )}
    </>
  )
}
