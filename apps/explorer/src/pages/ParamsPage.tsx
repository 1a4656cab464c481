import type { Params } from '@flow-query/core'
import { describeParams, shortenAddress } from '@flow-query/format'
import { useParams } from '@flow-query/react'
import { Copyable } from '../accounts/Copyable'
import { Loaded } from '../states/Loaded'

export default function ParamsPage() {
  const params = useParams()
  return (
    <>
      <title>Parameters · Flow Explorer</title>
      <h1 className="page-title">Parameters</h1>
      <p className="intro">Fees and limits for all flows on this chain. They are set by governance.</p>
      <Loaded query={params} skeleton={<ParamsSkeleton />}>
        {params => <ParamsTable params={params} />}
      </Loaded>
    </>
  )
}

function ParamsTable({ params }: { params: Params }) {
  return (
    <table className="params" aria-label="Parameters">
      <thead>
        <tr>
          <th scope="col">Parameter</th>
          <th scope="col">Value</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {describeParams(params).map(({ field, name, meaning, values }) => (
          <tr key={field} data-testid="param-row" data-field={field}>
            <th scope="row">{name}</th>
            <td>
              {Object.entries(values).map(([place, { text, of, denom, exact }]) => (
                <span className="param-value" key={place} title={exact}>
                  <span>{text}</span>
                  {of && <span className="param-of">{of}</span>}
                  {denom && <Copyable text={denom} what={`denom ${shortenAddress(denom)}`} />}
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
    <table className="params" data-testid="skeleton" aria-label="Loading" aria-busy="true">
      <tbody>
        {skeletonRows.map(row => (
          <tr key={row}>
            <td>
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
