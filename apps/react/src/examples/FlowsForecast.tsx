import { describeError, describeForecast } from '@flow-query/format'
import { useFlowsForOwner, useLiveFlows } from '@flow-query/react'
import { useFlowsForecast } from '@flow-query/react/forecast'

/** Use it to warn owners before a run fails or the money runs out. */
export function FlowsForecast({ owner }: { owner: string }) {
  useLiveFlows()
  const mine = useFlowsForOwner({ owner })
  const forecasts = useFlowsForecast({ flows: mine.data?.flows })
  const error = mine.error ?? forecasts.error
  if (error) return <p role="alert">{describeError(error)}</p>
  if (forecasts.isPending) return <p>Loading…</p>
  return (
    <ul>
      {forecasts.data.map(forecast => (
        <li key={forecast.flow.id}>
          {forecast.flow.label} <small>{describeForecast(forecast)}</small>
        </li>
      ))}
    </ul>
  )
}
