import type { Coin, Flow } from '@flow-query/core'
import { coveredUntil, formatAmounts, formatCount, formatNumber, formatPaidRuns } from '@flow-query/format'
import type { FlowForecast, ForecastFunds } from '@flow-query/insights/forecast'
import { errorText } from '../../node/errors'

/** The balance of an account, from a query. */
export interface BalanceReading {
  data: readonly Coin[] | undefined
  error: unknown
}

/** An account that can pay for a flow. */
export interface AccountFunds {
  name: string
  testId: string
  /** The coins to show. Undefined while they are loading, and null if they can't be read. */
  coins: readonly Coin[] | null | undefined
  /** A note such as `Pays the fees`. */
  note: string
  /** Whether the balance can't be used anymore. */
  isStranded: boolean
}

/** The maximum number of coins that are shown per account. */
const maxCoins = 3

/** Describes the fee account and the wallet of a flow, and the balance that is left when the flow is over. */
export function accountFunds(
  flow: Flow,
  forecast: FlowForecast | undefined,
  feeAccount: BalanceReading,
  wallet: BalanceReading,
): AccountFunds[] {
  const payer = forecast?.funds?.payer
  const isOver = forecast?.nextRun === 'none'
  const stranded = forecast?.stranded ?? []
  const fallbackNote = payer === 'wallet' ? 'Pays the fees' : 'Pays the fees if the fee account can’t'
  const walletNote = flow.configuration.walletFallback ? fallbackNote : 'Doesn’t pay fees'
  return [
    {
      name: 'Fee account',
      testId: 'funds-fee-account',
      isStranded: isOver && stranded.length > 0,
      ...coinsOf(
        feeAccount,
        forecast,
        strandedNote(isOver, stranded, feeAccount.data) || (payer ? feeAccountNotes[payer] : ''),
      ),
    },
    {
      name: 'Owner’s wallet',
      testId: 'funds-wallet',
      isStranded: false,
      ...coinsOf(wallet, forecast, isOver ? '' : joined(walletNote, walletAlone(wallet, flow, forecast?.funds))),
    },
  ]
}

const feeAccountNotes: Readonly<Record<ForecastFunds['payer'], string>> = {
  feeAccount: 'Pays the fees',
  wallet: 'Not enough for a run, so the owner’s wallet pays',
  none: 'Not enough for a run',
}

function strandedNote(isOver: boolean, stranded: readonly Coin[], held: readonly Coin[] = []): string {
  if (stranded.length === 0) return ''
  if (isOver) return 'Can’t be used anymore'
  const left = formatAmounts(stranded)
  return `${left === formatAmounts(held) ? 'All of it' : left} will be left when the flow ends`
}

function coinsOf({ data, error }: BalanceReading, forecast: FlowForecast | undefined, note: string) {
  if (!data) return error ? { coins: null, note: errorText(error).title } : { coins: undefined, note }
  // The denom of the fees comes first, because a wallet can hold many others.
  const denom = forecast?.funds?.denom ?? 'uinto'
  const sorted = [...data].sort((one, other) => Number(other.denom === denom) - Number(one.denom === denom))
  const more = sorted.length - maxCoins
  return {
    coins: sorted.slice(0, maxCoins),
    note: joined(more > 0 ? `${formatNumber(more)} more` : '', note),
  }
}

function joined(...texts: string[]): string {
  return texts.filter(text => text !== '').join(' · ')
}

/** Describes how many of the scheduled runs are paid, such as `Enough for 40 of 720 runs`. */
export function paidRuns(funds: ForecastFunds): string {
  const { runs, scheduled } = funds
  if (runs.likely < scheduled) return `Enough for ${formatPaidRuns(funds)} of ${formatCount(scheduled, 'run')}`
  if (scheduled === 1) return 'Enough for the last run'
  return `${runs.atLeast < scheduled ? 'Probably enough' : 'Enough'} for all ${formatNumber(scheduled)} runs`
}

/** Describes how many runs the wallet pays for if nothing else is spent from it. Null if this decides nothing. */
function walletAlone({ data }: BalanceReading, flow: Flow, funds: ForecastFunds | null | undefined): string {
  if (!funds || !flow.configuration.walletFallback || coveredUntil(funds, flow) === null) return ''
  const held = BigInt(data?.find(({ denom }) => denom === funds.denom)?.amount ?? 0)
  const runs = funds.costPerRun === '0' ? 0 : Number((held - BigInt(funds.needed)) / BigInt(funds.costPerRun)) + 1
  return runs > 1 ? `Enough for about ${formatNumber(Number(runs.toPrecision(2)))} runs` : ''
}
