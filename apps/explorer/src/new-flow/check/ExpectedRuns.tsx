import { formatAmount, formatCount, formatTime, shortenAddress } from '@flow-query/format'
import type { FlowCheck } from '@flow-query/insights/draft'
import type { ForecastOutcome } from '@flow-query/insights/forecast'
import { Amounts } from '../../accounts/Amounts'
import { LinesSkeleton } from '../../states/LinesSkeleton'
import { Mark } from '../../values/Mark'
import { expectedMarks } from '../../values/marks'

const shown = 5

const names: Readonly<Record<ForecastOutcome, string>> = {
  succeeded: 'Succeeds',
  feeNotCollected: 'Fee not collected',
  failed: 'Fails',
  idle: 'Executes nothing',
  skipped: 'Skipped',
  unknown: 'Unknown',
}

/** The first runs with their expected outcomes, fees and remaining balances, and the run that ends the flow early. */
export function ExpectedRuns({ check: { runs, stop, cost }, owner }: { check: FlowCheck; owner: string }) {
  const first = runs.slice(0, shown)
  return (
    <section className="panel" aria-labelledby="expected-runs">
      <h2 id="expected-runs">First runs</h2>
      <p className="muted">Expected if the owner signs the flow now. The owner’s other flows change the balance too.</p>
      <ol className="expected-runs">
        {first.map(({ number, time, outcome, fee, balance }) => (
          <li key={number} data-testid="expected-run" data-outcome={outcome}>
            <span className="outcome">
              <Mark path={expectedMarks[outcome]} />
              {names[outcome]}
            </span>
            <span className="time muted">{formatTime(time)}</span>
            <span className="fee">{fee && <Amounts coins={[fee]} none="None" />}</span>
            {balance && (
              <span className="left muted" data-testid="expected-balance">
                {`${nameAccount(balance.address, owner)}: ${formatAmount(balance)}`}
              </span>
            )}
            <span className="sr">{`Run ${number}`}</span>
          </li>
        ))}
      </ol>
      <p className="note">
        {stop
          ? `The flow stops at run ${stop.number}, on ${formatTime(stop.time)}.`
          : cost && cost.scheduled > first.length && `${formatCount(cost.scheduled, 'run')} in total.`}
      </p>
    </section>
  )
}

function nameAccount(address: string, owner: string): string {
  if (address === '') return 'Fee account'
  return address === owner ? 'Owner’s wallet' : shortenAddress(address)
}

export function ExpectedRunsSkeleton() {
  return (
    <section className="panel" aria-busy="true">
      <h2>First runs</h2>
      <LinesSkeleton />
    </section>
  )
}
