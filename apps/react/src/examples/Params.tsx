import { describeError, describeParams } from '@flow-query/format'
import { useParams } from '@flow-query/react'

/** Use it before a user creates a flow, to show the fees and the shortest interval. */
export function Params() {
  const { data, error } = useParams()
  if (error) return <p role="alert">{describeError(error)}</p>
  if (!data) return <p>Loading…</p>
  return (
    <dl>
      {describeParams(data).map(({ field, name, values }) => (
        <div key={field}>
          <dt>{name}</dt>
          {values.map(({ text, denom, of }) => (
            <dd key={denom ?? of}>
              {text} {denom ?? of}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
