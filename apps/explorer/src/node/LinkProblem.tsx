import { Mark } from '../values/Mark'
import { icons } from '../values/marks'
import { useEndpoint } from './EndpointProvider'

export function LinkProblem() {
  const { problem, dismissProblem } = useEndpoint()
  if (!problem) return null
  return (
    <div className="banner" role="alert" data-testid="endpoint-ignored">
      <Mark path={icons.warning} />
      <p>{problem}</p>
      <button type="button" data-testid="endpoint-dismiss" onClick={dismissProblem}>
        Dismiss
      </button>
    </div>
  )
}
