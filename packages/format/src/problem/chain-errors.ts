import { type ExecutionProblem, executionProblem } from '@flow-query/core'
import { explainAgentFee } from '../agent.js'
import { formatAmount, isAbsurd, isDoubtful, knownDenoms, parseCoin } from '../amount.js'
import { type ExplainedFlow, innerMessages } from '../flow.js'
import { formatList } from '../number.js'
import { capitalized } from '../phrase.js'
import { isItself } from '../rules.js'
import { describeCode, meaningsOf } from './codes.js'
import { type Diagnosis, type ExplainOptions, isOver, type ProblemDetails } from './diagnosis.js'
import { moduleErrorCauses } from './module-errors.js'
import { moduleError, nameError } from './problem-names.js'

export function diagnoseError(error: string, flow: ExplainedFlow, options: ExplainOptions): Diagnosis {
  return { title: nameError(error), ...causes[executionProblem(error)](error, flow, options) }
}

type Cause = (error: string, flow: ExplainedFlow, options: ExplainOptions) => ProblemDetails

const causes: Record<ExecutionProblem, Cause> = {
  feeBalanceTooLow: explainUnpaidRun,
  feeNotCollected: explainUncollectedFee,
  agentFeeNotPaid: explainAgentFee,
  agentNotFound: (_, { trustlessAgent }) => ({
    facts: `There is no agent ${trustlessAgent?.agentAddress ?? 'at the address that the flow names'}.`,
    change: 'Choose a registered agent',
  }),
  wrongSigner: explainWrongSigner,
  insufficientFunds: explainFunds,
  noGrant: explainGrant,
  noActiveChannel: explainChannel,
  conditionsNotMet: explainConditions,
  otherChain: explainOtherChain,
  other: error => {
    const kind = moduleError(error)
    return kind ? moduleErrorCauses[kind](error) : { facts: 'The chain’s message says why.' }
  },
}

/** An unpaid run stops a flow for good on all releases, so money that is sent later can't be used. */
function explainUnpaidRun(_: string, { configuration }: ExplainedFlow): ProblemDetails {
  const fallback = configuration.walletFallback ? '' : ', or with wallet fallback turned on'
  return {
    facts: 'This flow won’t run again, so don’t send money to its fee account.',
    fix: `Create a new flow with enough fee funds for all its runs${fallback}`,
    isFinal: true,
  }
}

/** The error contains the balance and the fee without its burnt part, which the chain takes first. */
function explainUncollectedFee(
  error: string,
  { feeAddress, configuration }: ExplainedFlow,
  options: ExplainOptions,
): ProblemDetails {
  const amounts = missingFunds(error, options)
  const isBurn = /could not send coins to module/.test(error)
  const fee = isBurn ? 'the burnt part of the fee alone' : 'the rest of the fee'
  const short = amounts
    ? ` The paying account held ${amounts.held}${isBurn ? '' : ' after the burnt part of the fee'}, and ${fee} was ${amounts.needed}.`
    : ''
  return {
    facts: `The messages took effect.${short}`,
    fix: isOver(options)
      ? 'provide fee funds that cover each run’s fee and burn'
      : `Top up the fee account ${feeAddress}${configuration.walletFallback ? ' or the owner’s wallet' : ''} before the next run`,
    warning: 'A flow that can’t pay for a run stops for good.',
  }
}

function explainWrongSigner(_: string, { owner, msgs }: ExplainedFlow): ProblemDetails {
  const grantee = msgs.find(message => innerMessages(message) && message.grantee !== owner)?.grantee
  if (typeof grantee !== 'string')
    return {
      facts: `On this chain, the flow’s owner ${owner} must be the signer of each message.`,
      change: 'Make the owner the sender of each message',
    }
  return {
    facts: `The MsgExec names ${grantee} as its grantee, but on this chain the grantee must be the flow’s owner ${owner}.`,
    change: 'Make the owner the grantee of the MsgExec',
  }
}

function explainFunds(error: string, { owner, msgs }: ExplainedFlow, options: ExplainOptions): ProblemDetails {
  const amounts = missingFunds(error, options)
  const advice = { fix: 'Fund this account', change: 'lower the amount' }
  if (!amounts) return { facts: 'The sending account holds less than the message needs.', ...advice }
  const isOwner = /execute local flow/.test(error) && !msgs.some(innerMessages)
  const account = isOwner ? owner : 'The sending account'
  if (amounts.isDoubtful)
    return {
      facts: `${account} holds no ${amounts.denom}. The chain may not have this denom.`,
      change: 'Correct the denom',
    }
  return {
    facts: `${account} had ${amounts.held} to spend, and the message needs ${amounts.needed}.`,
    ...(amounts.isAbsurd ? { change: 'Lower the amount' } : advice),
  }
}

interface MissingFunds {
  held: string
  needed: string
  denom: string
  isDoubtful: boolean
  isAbsurd: boolean
}

function missingFunds(error: string, { denoms = knownDenoms }: ExplainOptions): MissingFunds | null {
  const [, held = '', needed = ''] =
    /(?:spendable balance|failed to delegate;) (\S+) is smaller than ([^\s:]+)/.exec(error) ?? []
  const [has, needs] = [parseCoin(held), parseCoin(needed)]
  if (!has || !needs) return null
  return {
    held: formatAmount(has, denoms),
    needed: formatAmount(needs, denoms),
    denom: needs.denom,
    isDoubtful: has.amount === '0' && isDoubtful(needs.denom, denoms),
    isAbsurd: isAbsurd(needs, denoms),
  }
}

function explainGrant(error: string): ProblemDetails {
  if (/failed to delete grant/.test(error))
    return {
      facts: 'The message revokes a permission that does not exist, for example because an earlier run revoked it.',
      change: 'Remove the message or correct its addresses',
    }
  if (/more than spend limit/.test(error))
    return { facts: 'The permission (authz grant) does not allow spending this much.', fix: 'Grant a higher limit' }
  if (/expired/.test(error)) return { facts: 'The permission (authz grant) has expired.', fix: 'Renew the grant' }
  return {
    facts:
      'The executing account has no permission (authz grant) for this kind of message, or the permission has expired.',
    fix: 'Grant the account an authorization for this kind of message',
  }
}

function explainChannel(_: string, { selfHostedIca, trustlessAgent }: ExplainedFlow): ProblemDetails {
  if (trustlessAgent)
    return {
      facts: 'The agent has no open channel to the other chain.',
      change: 'Choose an agent whose channel is open',
    }
  const account = `the interchain account${selfHostedIca?.connectionId ? ` on ${selfHostedIca.connectionId}` : ''}`
  return {
    facts: `There is no open channel for ${account}: it was never registered, or its channel closed.`,
    fix: `Register ${account} by signing a MsgRegisterAccount`,
  }
}

function explainConditions(error: string, { conditions, configuration }: ExplainedFlow): ProblemDetails {
  const [, field, response] = /field (\S+) not found in interface\s*(.*)/s.exec(error) ?? []
  if (field && !response)
    return {
      facts: `The response is empty, so it has no field ${field}.`,
      change: 'Read the response of another message',
    }
  if (field)
    return {
      facts: `The response has no field ${field}.`,
      change: 'Correct the response key',
    }
  if (/error parsing operand/.test(error))
    return {
      facts: 'The operand of the comparison doesn’t have the type of the compared value.',
      change: 'Correct the operand',
    }
  if (!/no responses?\b/.test(error)) return { facts: 'The chain’s message says why.' }

  const sources = [...conditions.comparisons, ...conditions.feedbackLoops].filter(({ icqConfig }) => !icqConfig)
  const others = Array.from(new Set(sources.map(({ flowId }) => flowId).filter(flowId => !isItself(flowId))))
  const itself = sources.some(({ flowId }) => isItself(flowId))
  const fixes = [
    itself && !configuration.saveResponses ? 'turn on saving responses' : '',
    itself && configuration.saveResponses ? 'fix the error of the earlier runs, which saved no response' : '',
    others.length
      ? `make sure that ${formatList(others.map(id => `flow ${id}`))} saves responses and has succeeded`
      : '',
  ].filter(Boolean)
  const [first = 'turn on saving responses, and check which flow and message the condition reads', ...more] = fixes
  return {
    facts: 'There is no saved response to compare with.',
    change: [capitalized(first), ...more].join(', and '),
  }
}

/** The other chain only returns an error code. */
function explainOtherChain(error: string, flow: ExplainedFlow): ProblemDetails {
  const lookedUp = { fix: 'Look up the transaction on the other chain' }
  const [, code] = /ABCI code: (\d+)/.exec(error) ?? []
  if (code === undefined) return { facts: 'The other chain returned no reason.', ...lookedUp }
  const meanings = meaningsOf(code, flow)
  const [only] = meanings
  if (!only)
    return {
      facts: `The other chain only returned error code ${code}, whose meaning depends on the module that returned it.`,
      ...lookedUp,
    }
  const { fix, change } = meanings.length === 1 ? only : {}
  return {
    facts: `The other chain only returned ${describeCode(code, flow)}. The transaction there says more.`,
    ...(fix && { fix }),
    ...(change && { change }),
  }
}
