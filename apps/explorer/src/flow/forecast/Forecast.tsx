import type { FlowQueryError } from '@flow-query/core'
import type { FlowForecast } from '@flow-query/core/forecast'
import { formatCount } from '@flow-query/format'
import { Copyable } from '../../values/Copyable'
import { CopyButton } from '../../values/CopyButton'
import { Mark } from '../../values/Mark'
import { forecastMarks, forecastView, type RemedyPart, remedyParts, type ShownRisk } from './forecast-view'

interface ForecastProps {
  forecast: FlowForecast | undefined
  /** Why some facts are unknown. */
  error: FlowQueryError | null
}

/** Says whether the next run will succeed, how long the money lasts, and what helps. It has the same height while it is loading. */
export function Forecast({ forecast, error }: ForecastProps) {
  const view = forecastView(forecast, error)
  const tone = view?.tone ?? 'unknown'
  return (
    <section
      className="verdict forecast"
      aria-label="Forecast of the next run"
      aria-busy={!view}
      data-forecast={view ? tone : 'pending'}
      data-testid="forecast"
    >
      <h2>
        <Mark path={forecastMarks[tone]} />
        <span data-testid="forecast-title">{view?.title ?? 'Next run: checking balances and permissions…'}</span>
      </h2>
      {view?.risk && <Risk risk={view.risk} />}
      {view?.basis.map(text => (
        <p key={text} className="muted" data-testid="forecast-basis">
          {text}
        </p>
      ))}
      {view && view.otherRisks.length > 0 && (
        <details data-testid="other-risks">
          <summary>{countRisks(view.otherRisks.length, view.risk === null)}</summary>
          {view.otherRisks.map(risk => (
            <Risk key={risk.kind} risk={risk} />
          ))}
        </details>
      )}
    </section>
  )
}

/** Without a risk of the next run, all risks are about later runs. */
function countRisks(risks: number, areLater: boolean): string {
  return areLater
    ? formatCount(risks, 'possible problem later', 'possible problems later')
    : formatCount(risks, 'more possible problem')
}

function Risk({ risk }: { risk: ShownRisk }) {
  return (
    <>
      <p data-testid="forecast-risk" data-kind={risk.kind}>
        {risk.sentence}
      </p>
      {risk.remedy !== null && (
        <p data-testid="forecast-remedy">
          {remedyParts(risk).map(part => (
            <Part key={JSON.stringify(part)} part={part} />
          ))}
        </p>
      )}
    </>
  )
}

function Part({ part }: { part: RemedyPart }) {
  if (typeof part === 'string') return part
  if ('address' in part) return <Copyable text={part.address} />
  return (
    <span className="address" data-testid="missing-amount">
      <strong>{part.amount}</strong>
      <CopyButton text={() => part.copied} what={`amount ${part.amount}`} />
    </span>
  )
}
