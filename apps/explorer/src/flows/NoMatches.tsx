import { useNavigate } from 'react-router'
import { paths } from '../paths'
import { Notice } from '../states/Notice'
import { words } from '../words/common'

/** A message for a list without matches, with a button that clears the filters. `coverage` says which flows were searched. */
export function NoMatches({ coverage }: { coverage: string }) {
  const navigate = useNavigate()
  const help = coverage ? words.coverage.searched(coverage) : words.flows.emptyFilterHelp
  return (
    <Notice testId="empty" title={words.flows.emptyFilter} help={help}>
      <button type="button" data-testid="show-all" onClick={() => navigate(paths.flows)}>
        {words.flows.showAll}
      </button>
    </Notice>
  )
}
