import { formatAmount, formatTime, shortenAddress } from '@flow-query/format'
import type { DraftProblem, FlowCheck } from '@flow-query/insights/draft'
import type { ForecastOutcome, ForecastRun } from '@flow-query/insights/forecast'
import { useMemo } from 'react'
import { Amounts } from '../../accounts/Amounts'
import { MoneyPicture } from '../../money/MoneyPicture'
import type { ExpectedMoney } from '../../money/money-line'
import { LinesSkeleton } from '../../states/LinesSkeleton'
import { useChainNow } from '../../time/use-chain-time'
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
export function ExpectedRuns({ check: { runs, stop, problems }, owner }: { check: FlowCheck; owner: string }) {
  const now = useChainNow(toMinute)
  const money = useMemo(() => expectedMoney(runs, problems), [problems, runs])
  const first = runs.slice(0, shown)
  const isListed = first.some(({ number }) => number === stop?.number)
  return (
    <section className="panel" aria-labelledby="expected-runs">
      <h2 id="expected-runs">First runs</h2>
      <p className="muted">Expected if the owner signs the flow now. The owner’s other flows change the balance too.</p>
      <MoneyPicture money={money} now={now} />
      {stop && (
        <p className="note">{`The flow stops at run ${stop.number}${isListed ? '' : `, on ${formatTime(stop.time)}`}.`}</p>
      )}
      <ol className="expected-runs">
        {first.map(({ number, time, outcome, fee, balance, account = '' }) => (
          <li key={number} data-testid="expected-run" data-outcome={outcome}>
            <span className="outcome">
              <Mark path={expectedMarks[outcome]} />
              {names[outcome]}
            </span>
            <span className="time muted">{formatTime(time)}</span>
            <span className="fee">{fee && <Amounts coins={[fee]} none="None" />}</span>
            {balance && (
              <span className="left muted" data-testid="expected-balance">
                {`${nameAccount(account, owner)}: ${formatAmount(balance)}`}
              </span>
            )}
            <span className="sr">{`Run ${number}`}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function expectedMoney(runs: readonly ForecastRun[], problems: readonly DraftProblem[]): ExpectedMoney {
  const unpaid = problems.find(({ kind }) => kind === 'feeBalanceTooLow' || kind === 'feeNotCollected')
  if (!unpaid || !('needed' in unpaid) || !('run' in unpaid)) return { runs, unpaidAt: null, needed: 0n }
  const unpaidAt = runs.find(({ number }) => number === unpaid.run)?.time ?? null
  return { runs, unpaidAt, needed: BigInt(unpaid.needed.amount) }
}

function toMinute(now: number): number {
  return now - (now % 60_000)
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
