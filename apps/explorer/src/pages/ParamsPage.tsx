import type { Params } from '@flow-query/core'
import { describeParams } from '@flow-query/format'
import { useParams } from '@flow-query/react'
import { Loaded } from '../states/Loaded'
import { Copyable } from '../values/Copyable'
import { words } from '../words/common'

const { title, intro, columns } = words.params

/** Each parameter with its value and meaning. */
export default function ParamsPage() {
  const params = useParams()
  return (
    <>
      <title>{words.title(title)}</title>
      <h1 className="page-title">{title}</h1>
      <p className="intro">{intro}</p>
      <Loaded query={params} skeleton={<ParamsSkeleton />}>
        {params => <ParamsTable params={params} />}
      </Loaded>
    </>
  )
}

function ParamsTable({ params }: { params: Params }) {
  return (
    <table className="params" aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.value}</th>
          <th scope="col">{columns.meaning}</th>
        </tr>
      </thead>
      <tbody>
        {describeParams(params).map(({ field, name, meaning, values }) => (
          <tr key={field} data-testid="param-row" data-field={field}>
            <th scope="row">{name}</th>
            <td>
              {values.map(({ text, of, denom, exact }) => (
                <span className="param-value" key={`${of} ${denom} ${text}`} title={exact}>
                  <span>{text}</span>
                  {of && <span className="param-of">{of}</span>}
                  {denom && <Copyable text={denom} what={words.what.denom(denom)} />}
                </span>
              ))}
            </td>
            <td className="meaning">{meaning}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const skeletonRows = [1, 2, 3, 4, 5, 6, 7, 8]

function ParamsSkeleton() {
  return (
    <table className="params" data-testid="skeleton" aria-label={words.loading} aria-busy="true">
      <tbody>
        {skeletonRows.map(row => (
          <tr key={row}>
            <td className="name">
              <i className="bone wide" />
            </td>
            <td>
              <i className="bone" />
            </td>
            <td>
              <i className="bone wider" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
