export function FlowTableHead({ hideOwner, showsFailures = false }: { hideOwner: boolean; showsFailures?: boolean }) {
  return (
    <thead>
      <tr>
        <th scope="col" className="id number">
          ID
        </th>
        <th scope="col">Flow</th>
        {!hideOwner && (
          <th scope="col" className="owner">
            Owner
          </th>
        )}
        <th scope="col" className="state">
          Status
        </th>
        <th scope="col" className="how">
          Health
        </th>
        <th scope="col" className="next number">
          {showsFailures ? 'Next failure' : 'Next run'}
        </th>
      </tr>
    </thead>
  )
}
