import type { Coin } from '@flow-query/core'
import { formatAmount, formatTime } from '@flow-query/format'
import type { FlowForecast, ForecastRun } from '@flow-query/insights/forecast'

/** The expected runs of a flow, and its balance after them. */
export interface ExpectedMoney {
  runs: readonly ForecastRun[]
  /** When the first run that no account can pay is due. Null if no such run is expected. */
  unpaidAt: string | null
  /** The balance that a run requires to start. */
  needed: bigint
  /** A later time until which all runs are paid, and the balance at that time. */
  later?: { time: number; rest: bigint } | undefined
}

/** A line that falls with each run, for a picture in which all positions are between 0 and 1. */
export interface MoneyLine {
  from: number
  until: number
  denom: string
  /** The balance at the top of the picture. */
  most: bigint
  /** The balances of each account that pays a run. */
  accounts: { payer: Payer; points: readonly Point[] }[]
  runs: MoneyRun[]
  /** When the money is too low for a run. */
  unpaid: number | null
  /** The place of the balance that a run requires. */
  needed: number
}

interface MoneyRun extends Point {
  number: number | null
  time: number
  /** The cost of the run and the balance after it: `Run 12, 3 Dec 2026, 14:20:00 CET: costs 0.02 INTO, leaves 0.5 INTO`. */
  sentence: string
}

type Payer = NonNullable<ForecastRun['payer']>

interface Point {
  x: number
  y: number
}

interface Moment {
  time: number
  rest: bigint
}

/** Returns null if no balance is known. */
export function moneyLine({ runs, unpaidAt, needed, later }: ExpectedMoney, now: number): MoneyLine | null {
  const denom = runs.find(run => run.balance)?.balance?.denom
  const paid = runs.flatMap(run => (run.balance?.denom === denom ? momentOf(run) : []))
  const [first] = paid
  if (denom === undefined || !first) return null
  const unpaid = unpaidAt === null ? null : Date.parse(unpaidAt)
  const from = Math.min(now, first.time)
  const last = Math.max(later?.time ?? 0, unpaid ?? 0, paid.at(-1)?.time ?? 0)
  // After a run that can't be paid, the picture shows that nothing happens anymore.
  const until = last + (unpaid === null ? 0 : Math.max(1, last - from) * 0.12)
  const moments = (['feeAccount', 'wallet'] as const).flatMap(payer => {
    const own = paid.filter(run => run.payer === payer)
    const [start] = own
    const end = payer === paid.at(-1)?.payer && later ? [later] : []
    return start ? [{ payer, all: [{ time: from, rest: start.before }, ...own, ...end] }] : []
  })
  // If the money is too low from the start, the line is below what a run requires.
  let most = needed > 0n ? needed : 1n
  for (const { all } of moments) for (const { rest } of all) if (rest > most) most = rest
  const share = (amount: bigint) => Number((amount * 10_000n) / most) / 10_000
  const place = ({ time, rest }: Moment): Point => ({
    x: (time - from) / Math.max(1, until - from),
    y: share(rest),
  })
  return {
    from,
    until,
    denom,
    most,
    accounts: moments.map(({ payer, all }) => ({ payer, points: all.map(place) })),
    runs: paid.map(run => ({ ...run, ...place(run) })),
    unpaid,
    needed: share(needed),
  }
}

function momentOf(run: ForecastRun) {
  const { number, fee, balance, payer } = run
  if (!balance || !payer) return []
  const time = Date.parse(run.time)
  const rest = BigInt(balance.amount)
  const before = rest + (fee?.denom === balance.denom ? BigInt(fee.amount) : 0n)
  return [{ number, payer, time, rest, before, sentence: sentenceOf(run, balance) }]
}

function sentenceOf({ number, time, fee, outcome }: ForecastRun, balance: Coin): string {
  const name = number === null ? 'Next run' : `Run ${number}`
  const isUnpaid = fee === null && (outcome === 'failed' || outcome === 'feeNotCollected')
  const cost = fee ? `costs ${formatAmount(fee)}` : isUnpaid ? 'can’t be paid' : 'costs nothing'
  return `${name}, ${formatTime(time)}: ${cost}, leaves ${formatAmount(balance)}`
}

/** Returns the expected runs of a flow, with the paid time after them, because a forecast contains at most 100 runs. */
export function expectedMoney({ runs, risks, funds, flow }: FlowForecast): ExpectedMoney {
  const short = risks.find(({ kind }) => kind === 'feeBalanceTooLow' || kind === 'feeNotCollected')
  const last = runs.at(-1)
  const all = { runs, unpaidAt: short?.at ?? null, needed: BigInt(funds?.needed ?? 0) }
  const more = funds ? funds.runs.likely - runs.length : 0
  if (!funds || !last?.balance || more <= 0) return all
  const isEnough = funds.runs.likely >= funds.scheduled
  const end = isEnough ? flow.endTime : funds.lastsUntil
  if (end === null) return all
  const spent = BigInt(funds.costPerRun) * BigInt(more)
  const rest = BigInt(last.balance.amount) - spent
  return { ...all, later: { time: Date.parse(end), rest: rest > 0n ? rest : 0n } }
}
