import type { Flow } from '@flow-query/core'
import { coveredUntil } from '@flow-query/format'
import type { FlowForecast } from '@flow-query/insights/forecast'
import { useBalances } from '@flow-query/react/insights'
import { type ReactNode, useMemo } from 'react'
import { Amounts } from '../../accounts/Amounts'
import { MoneyPicture } from '../../money/MoneyPicture'
import { expectedMoney } from '../../money/money-line'
import { willRunAgain } from '../../runs/executions'
import { useChainClock, useChainNow } from '../../time/use-chain-time'
import { useMinute } from '../../time/use-minute'
import { type AccountFunds, accountFunds, paidRuns } from './account-funds'

/** The balance that pays for a flow over time, the accounts that it comes from, and what a run costs. */
export function Funds({ flow, forecast }: { flow: Flow; forecast: FlowForecast | undefined }) {
  const feeAccount = useBalances({ address: flow.feeAddress })
  const wallet = useBalances({ address: flow.owner })
  const isOn = useChainClock(time => willRunAgain(flow, time))
  const now = useChainNow(now => now - (now % 10_000))
  const funds = isOn ? forecast?.funds : null
  const money = useMemo(() => (funds && forecast ? expectedMoney(forecast) : null), [funds, forecast])
  const until = useMinute(funds ? coveredUntil(funds, flow) : null)
  return (
    <section className="panel funds" aria-labelledby="funds" data-testid="funds">
      <h2 id="funds">Funds</h2>
      {funds && money && (
        <>
          {/* The picture shows when the next run can't be paid. */}
          {funds.runs.likely > 0 && (
            <p data-testid="funds-runs">{until === null ? paidRuns(funds) : `Enough until at least ${until}`}</p>
          )}
          <MoneyPicture money={money} now={now} />
        </>
      )}
      <dl className="facts fund-facts">
        {accountFunds(flow, forecast, feeAccount, wallet).map(account => (
          <Account key={account.testId} account={account} />
        ))}
        {funds && (
          <Row name="Cost per run" testId="funds-cost">
            <Amounts coins={[{ denom: funds.denom, amount: funds.costPerRun }]} none="None" />
          </Row>
        )}
      </dl>
    </section>
  )
}

function Account({ account: { name, testId, coins, note, isStranded } }: { account: AccountFunds }) {
  return (
    <Row name={name} testId={testId} isStranded={isStranded}>
      {coins === null && 'Unknown'}
      {coins && <Amounts coins={coins} none="Empty" />}
      {coins === undefined && <i className="bone" />}
      {note && <p className="note">{note}</p>}
    </Row>
  )
}

interface RowProps {
  name: string
  testId: string
  isStranded?: boolean
  children: ReactNode
}

function Row({ name, testId, isStranded, children }: RowProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-testid={testId} data-stranded={isStranded}>
        {children}
      </dd>
    </div>
  )
}
