import type { Flow } from '@flow-query/core'
import { formatCount } from '@flow-query/format'
import type { FlowForecast } from '@flow-query/insights/forecast'
import { useBalances } from '@flow-query/react/insights'
import { Amounts } from '../../accounts/Amounts'
import { willRunAgain } from '../../runs/executions'
import { useChainClock } from '../../time/use-chain-time'
import { Figure } from '../Figure'
import { type AccountFunds, accountFunds, paidRuns } from './account-funds'

interface FundsProps {
  flow: Flow
  forecast: FlowForecast | undefined
  isPending: boolean
}

/** The balances that pay for a flow, what a run costs, and how many runs are paid. */
export function Funds({ flow, forecast, isPending }: FundsProps) {
  const feeAccount = useBalances({ address: flow.feeAddress })
  const wallet = useBalances({ address: flow.owner })
  const isOn = useChainClock(time => willRunAgain(flow, time))
  const funds = forecast?.funds
  const isLoading = isPending && !forecast
  return (
    <section className="panel funds" aria-labelledby="funds" data-testid="funds">
      <h2 id="funds">Funds</h2>
      <div className="figures">
        {accountFunds(flow, forecast, feeAccount, wallet).map(account => (
          <Account key={account.testId} account={account} />
        ))}
        {isOn && (funds || isLoading) && (
          <>
            <Figure name="Cost per run" testId="funds-cost">
              {funds && <Amounts coins={[{ denom: funds.denom, amount: funds.costPerRun }]} none="None" />}
            </Figure>
            <Figure name="Enough for" testId="funds-runs" note={funds && `of ${formatCount(funds.scheduled, 'run')}`}>
              {funds && paidRuns(funds)}
            </Figure>
          </>
        )}
      </div>
    </section>
  )
}

function Account({ account: { name, testId, coins, note, isStranded } }: { account: AccountFunds }) {
  return (
    <div data-testid={testId} data-stranded={isStranded}>
      <Figure name={name} note={note}>
        {coins === null && 'Unknown'}
        {coins && <Amounts coins={coins} none="Empty" />}
        {coins === undefined && <i className="bone" />}
      </Figure>
    </div>
  )
}
