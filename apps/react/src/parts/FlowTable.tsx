import type { Flow } from '@flow-query/core'
import { paths, words } from '@flow-query/explorer-kit'
import { describeFlow, describeNextRun, shortenAddress } from '@flow-query/words'
import { memo } from 'react'
import { Link } from 'react-router'
import { Status } from './Mark'
import { Time } from './Time'

const { columns } = words.flows

interface FlowTableProps {
  flows: readonly Flow[]
  label: string
  /** All of one owner, who need not be named. */
  ofOne?: boolean
}

/** Flows as a table; as cards where there is no room for one. */
export function FlowTable({ flows, label, ofOne = false }: FlowTableProps) {
  return (
    <table className="flows" aria-label={label}>
      <FlowTableHead ofOne={ofOne} />
      <tbody>
        {flows.map(flow => (
          <FlowRow key={flow.id} flow={flow} ofOne={ofOne} />
        ))}
      </tbody>
    </table>
  )
}

function FlowTableHead({ ofOne }: { ofOne: boolean }) {
  return (
    <thead>
      <tr>
        <th scope="col" className="id number">
          {columns.id}
        </th>
        <th scope="col">{columns.flow}</th>
        {!ofOne && (
          <th scope="col" className="owner">
            {columns.owner}
          </th>
        )}
        <th scope="col" className="state">
          {columns.status}
        </th>
        <th scope="col" className="next number">
          {columns.next}
        </th>
      </tr>
    </thead>
  )
}

/** An unchanged flow is the same object after a refetch, so its row does not render again. */
const FlowRow = memo(function FlowRow({ flow, ofOne }: { flow: Flow; ofOne: boolean }) {
  return (
    <tr data-testid="flow-row" data-id={flow.id}>
      <td className="id number mono">{flow.id}</td>
      <td className="what">
        <Link className="row-link" to={paths.flow(flow.id)} data-testid="flow-link">
          {flow.label.trim() ? <bdi>{flow.label}</bdi> : <span className="muted">{words.flow.noLabel}</span>}
        </Link>
        <span className="does">{describeFlow(flow)}</span>
      </td>
      {!ofOne && (
        <td className="owner">
          <Link className="mono" to={paths.owner(flow.owner)} title={flow.owner} data-testid="flow-row-owner">
            {shortenAddress(flow.owner)}
          </Link>
        </td>
      )}
      <td className="state">
        <Status flow={flow} testId="flow-row-status" />
      </td>
      <td className="next number" data-testid="flow-row-next">
        <Time time={flow.execTime} select={(_, now) => describeNextRun(flow, now)} />
      </td>
    </tr>
  )
})

const skeletonRows = Array.from({ length: 8 }, (_, row) => row)

/** Holds the place of a table of flows. */
export function FlowTableSkeleton({ ofOne = false }: { ofOne?: boolean }) {
  return (
    <table className="flows" data-testid="skeleton" aria-label={words.loading} aria-busy="true">
      <FlowTableHead ofOne={ofOne} />
      <tbody>
        {skeletonRows.map(row => (
          <tr key={row}>
            <td className="id number">
              <i className="bone" />
            </td>
            <td className="what">
              <span className="row-link">
                <i className="bone wide" />
              </span>
              <span className="does">
                <i className="bone wider" />
              </span>
            </td>
            {!ofOne && (
              <td className="owner">
                <i className="bone wide" />
              </td>
            )}
            <td className="state">
              <i className="bone" />
            </td>
            <td className="next number">
              <i className="bone" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
