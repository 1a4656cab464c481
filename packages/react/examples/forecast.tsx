import { describeForecast } from '@flow-query/format'
import { useFlowsForOwner, useLiveFlows } from '@flow-query/react'
import { useFlowsForecast } from '@flow-query/react/forecast'

export function Forecasts({ owner }: { owner: string }) {
  useLiveFlows()
  const mine = useFlowsForOwner({ owner })
  const forecasts = useFlowsForecast({ flows: mine.data?.flows })
  const error = mine.error ?? forecasts.error
  return (
    <>
      {error && <p role="alert">{error.message}</p>}
      {!error && forecasts.isPending && <p>Loading forecasts…</p>}
      <ul>
        {forecasts.data.map(forecast => (
          <li key={forecast.flow.id}>
            {forecast.flow.label}: {describeForecast(forecast)}
          </li>
        ))}
      </ul>
    </>
  )
}
