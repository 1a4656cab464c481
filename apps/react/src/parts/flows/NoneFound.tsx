import { paths, words } from '@flow-query/explorer-kit'
import { useNavigate } from 'react-router'
import { Notice } from '../Loaded'

/** Leads out of a list that its filters have left empty. */
export function NoneFound() {
  const navigate = useNavigate()
  return (
    <Notice testId="empty" title={words.flows.emptyFilter} help={words.flows.emptyFilterHelp}>
      <button type="button" data-testid="show-all" onClick={() => navigate(paths.flows)}>
        {words.flows.showAll}
      </button>
    </Notice>
  )
}
