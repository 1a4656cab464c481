import { FlowTableHead } from './FlowTableHead'

const rows = Array.from({ length: 12 }, (_, row) => row)

export function FlowTableSkeleton({ hideOwner = false }: { hideOwner?: boolean }) {
  return (
    <table
      className={hideOwner ? 'flows hide-owner' : 'flows'}
      data-testid="skeleton"
      aria-label="Loading"
      aria-busy="true"
    >
      <FlowTableHead hideOwner={hideOwner} />
      <tbody>
        {rows.map(row => (
          <RowSkeleton key={row} hideOwner={hideOwner} />
        ))}
      </tbody>
    </table>
  )
}

function RowSkeleton({ hideOwner }: { hideOwner: boolean }) {
  return (
    <tr>
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
      {!hideOwner && (
        <td className="owner">
          <i className="bone wide" />
        </td>
      )}
      <td className="state">
        <i className="bone" />
      </td>
      <td className="how">
        <i className="bone wide" />
      </td>
      <td className="next number">
        <i className="bone" />
      </td>
    </tr>
  )
}
