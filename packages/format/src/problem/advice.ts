import { formatAmounts, knownDenoms } from '../amount.js'
import type { ExplainedFlow } from '../flow.js'
import { lowered } from '../phrase.js'
import { type ExplainOptions, isOver, type ProblemDetails } from './diagnosis.js'
import { describeUnclear, type UnclearResult } from './packets.js'

export function adviseOn(diagnosis: ProblemDetails, flow: ExplainedFlow, options: ExplainOptions): string {
  const { facts, warning, isFinal } = diagnosis
  const unclear = describeUnclear(options.unclear ?? [], options.packets ?? [], flow)
  const isEnded = isFinal || isOver(options)
  const sentences = [
    facts,
    unclear?.facts,
    ...(isEnded ? adviseOnNewFlow(diagnosis, unclear) : adviseOnChanges(diagnosis, flow, unclear)),
    isEnded ? describeStranded(options) : warning,
  ]
  return sentences.filter(Boolean).join(' ')
}

function adviseOnNewFlow({ fix, change, isFinal }: ProblemDetails, unclear: UnclearResult | null): string[] {
  const end = isFinal ? [] : ['This flow won’t run again.']
  const changes = joined(fix, change)
  if (unclear?.isOpen)
    return [
      ...end,
      'Don’t create a new flow before you know, because its messages could take effect a second time.',
      changes && !isFinal ? `In a new flow, ${lowered(changes)}.` : '',
    ]
  if (isFinal) return [`${changes}.`]
  return [
    ...end,
    changes ? `If you create a new flow, ${lowered(changes)}.` : 'Create a new flow if you still need it.',
  ]
}

function adviseOnChanges(
  { fix, change }: ProblemDetails,
  { configuration }: ExplainedFlow,
  unclear: UnclearResult | null,
): string[] {
  if (!change || !configuration.updatingDisabled) return fix || change ? [`${joined(fix, change)}.`] : []
  if (fix) return [`${fix}. The flow can’t be changed, because updating is disabled.`]
  return unclear?.isOpen ? [uncorrectable] : [replaceFrozenFlow(change)]
}

const uncorrectable = 'The flow can’t be corrected, because updating is disabled.'

/** @param change what has to be different in a new flow */
export function replaceFrozenFlow(change: string): string {
  return `${uncorrectable} Create a new flow instead, and ${lowered(change.replace(/\.$/, ''))}.`
}

function joined(fix: string | undefined, change: string | undefined): string {
  return fix && change ? `${fix} or ${lowered(change)}` : (fix ?? change ?? '')
}

export function describeStranded({ feeBalance = [], denoms = knownDenoms }: ExplainOptions): string {
  const remaining = feeBalance.filter(({ amount }) => /[1-9]/.test(amount))
  return remaining.length
    ? `Its fee account still holds ${formatAmounts(remaining, denoms)}, which is stranded there.`
    : ''
}
