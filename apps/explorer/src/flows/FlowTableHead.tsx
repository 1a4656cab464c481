import { words } from '../words/common'

const { columns } = words.flows

export function FlowTableHead({ hideOwner }: { hideOwner: boolean }) {
  return (
    <thead>
      <tr>
        <th scope="col" className="id number">
          {columns.id}
        </th>
        <th scope="col">{columns.flow}</th>
        {!hideOwner && (
          <th scope="col" className="owner">
            {columns.owner}
          </th>
        )}
        <th scope="col" className="state">
          {columns.status}
        </th>
        <th scope="col" className="how">
          {columns.health}
        </th>
        <th scope="col" className="next number">
          {columns.next}
        </th>
      </tr>
    </thead>
  )
}
