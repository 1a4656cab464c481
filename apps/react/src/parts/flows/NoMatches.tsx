import { paths, words } from '@flow-query/explorer-kit'
import { useNavigate } from 'react-router'
import { Notice } from '../Notice'

/** A message for a list without matches, with a button that clears the filters. */
export function NoMatches() {
  const navigate = useNavigate()
  return (
    <Notice testId="empty" title={words.flows.emptyFilter} help={words.flows.emptyFilterHelp}>
      <button type="button" data-testid="show-all" onClick={() => navigate(paths.flows)}>
        {words.flows.showAll}
      </button>
    </Notice>
  )
}
