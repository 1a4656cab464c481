import { ApiButton } from '../api/ApiButton'
import { useFlowsPath } from '../filters/use-flows-path'
import { LiveMark } from '../live/LiveMark'
import { useEndpoint } from '../node/EndpointProvider'
import { endpointName } from '../node/endpoint'
import { NavLink } from '../router/Link'
import { paths } from '../router/paths'
import { Search } from '../search/Search'
import { Mark } from '../values/Mark'
import { icons } from '../values/marks'
import { useTheme } from './use-theme'

export function Header() {
  const { endpoint, setChoosing } = useEndpoint()
  const { other, switchTheme } = useTheme()
  const flowsPath = useFlowsPath()
  return (
    <header className="header">
      <NavLink className="wordmark" to={paths.overview} data-testid="nav-overview">
        Flow Explorer
      </NavLink>
      <nav aria-label="Pages">
        <NavLink to={flowsPath} data-testid="nav-flows">
          Flows
        </NavLink>
        <NavLink to={paths.agents} data-testid="nav-agents">
          Agents
        </NavLink>
        <NavLink to={paths.params} data-testid="nav-params">
          Parameters
        </NavLink>
        <NavLink to={paths.newFlow} data-testid="nav-new-flow">
          New<span className="rest"> flow</span>
        </NavLink>
      </nav>
      <Search />
      <div className="header-end">
        <LiveMark />
        <button
          type="button"
          className="quiet endpoint"
          data-testid="endpoint-open"
          aria-haspopup="dialog"
          onClick={() => setChoosing(true)}
        >
          <Mark path={icons.endpoint} />
          <span className="sr">Endpoint: </span>
          <span className="ellipsis">{endpointName(endpoint)}</span>
        </button>
        <ApiButton />
        <button
          type="button"
          className="quiet icon"
          data-testid="theme-toggle"
          aria-label={`Switch to ${other} theme`}
          title={`Switch to ${other} theme`}
          onClick={switchTheme}
        >
          <Mark path={icons[other]} />
        </button>
      </div>
    </header>
  )
}
