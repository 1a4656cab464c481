import { formatAmount, formatAmounts, formatCount } from '@flow-query/format'
import type { FlowCheck } from '@flow-query/insights/draft'
import { shortMinute } from '../../time/short-time'

/**
 * Says what happens with a draft: `24 runs, 0.0023 ATOM each, paid by your wallet, first on 29 Nov, 21:45`. Returns null if it never runs.
 *
 * @param now milliseconds since 1970
 */
export function summarize({ runs: [first], cost }: FlowCheck, now: number): string | null {
  if (!first || !cost) return null
  const isOne = cost.scheduled === 1
  const agent = cost.agent.length > 0 ? ` plus ${formatAmounts(cost.agent)} for the agent` : ''
  // The fee of a run that fails says nothing about the others, and the sentence about the cost names the usual one.
  const isPaid = first.outcome === 'succeeded'
  const fee = isPaid && `${formatAmount(first.fee ?? cost.run.likely)}${isOne ? '' : ' each'}${agent}`
  const payer = isPaid && first.payer && `paid by ${first.payer === 'wallet' ? 'your wallet' : 'the fee account'}`
  const time = shortMinute(Date.parse(first.time), now)
  const start = `${isOne ? '' : 'first '}${time.includes(',') ? 'on' : 'at'} ${time}`
  return [formatCount(cost.scheduled, 'run'), fee, payer, start].filter(Boolean).join(', ')
}
