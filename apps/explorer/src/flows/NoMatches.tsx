import { useFilters } from '../filters/use-filters'
import { isTransactionHash, paths } from '../router/paths'
import { useNavigate } from '../router/router'
import { Notice } from '../states/Notice'

/** A message for a list without matches, with a button that clears the filters. `coverage` says which flows were searched. */
export function NoMatches({ coverage }: { coverage: string }) {
  const navigate = useNavigate()
  const { filters } = useFilters()
  const [title, help] = isTransactionHash(filters.q)
    ? noTransactions
    : ['No flows match these filters', advice(coverage)]
  return (
    <Notice testId="empty" title={title} help={help}>
      <button type="button" data-testid="show-all" onClick={() => navigate(paths.flows)}>
        Clear filters
      </button>
    </Notice>
  )
}

function advice(coverage: string): string {
  return coverage
    ? `Only ${coverage} were searched. Load all flows, or change the filters.`
    : 'Change the filters, or clear them to see all flows.'
}

const noTransactions = [
  'Transactions can’t be searched',
  'Search for the ID of a flow, an owner’s address, a label, an amount or a message type. A block explorer shows which flow a transaction created.',
] as const
