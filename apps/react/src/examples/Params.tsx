import { describeError, describeParams } from '@flow-query/format'
import { useParams } from '@flow-query/react'

/** Use it before a user creates a flow, to show the fees and the shortest interval. */
export function Params() {
  const { data, error } = useParams()
  return (
    <>
      {error && <p role="alert">{describeError(error)}</p>}
      {!data && !error && <p>Loading…</p>}
      {data && (
        <dl>
          {describeParams(data).map(({ field, name, values }) => (
            <div key={field}>
              <dt>{name}</dt>
              {Object.entries(values).map(([index, { text, denom, of }]) => (
                <dd key={index}>
                  {text} {denom ?? of}
                </dd>
              ))}
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
