import { useNavigate } from 'react-router'
import { paths } from '../paths'
import { Notice } from '../states/Notice'

/** A message for a list without matches, with a button that clears the filters. `coverage` says which flows were searched. */
export function NoMatches({ coverage }: { coverage: string }) {
  const navigate = useNavigate()
  const help = coverage
    ? `Only ${coverage} were searched. Load all flows, or change the filters.`
    : 'Change the filters, or clear them to see all flows.'
  return (
    <Notice testId="empty" title="No flows match these filters" help={help}>
      <button type="button" data-testid="show-all" onClick={() => navigate(paths.flows)}>
        Clear filters
      </button>
    </Notice>
  )
}
