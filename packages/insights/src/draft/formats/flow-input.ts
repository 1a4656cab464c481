import { type Body, invalidField, isRecord, isTooDeep, mapAll, parseJson } from '@flow-query/core/parts/decode'
import { withKnownTexts } from '../placeholders.js'
import { fromLibrary } from './library-values.js'
import { isOfContract, rejectAmbiguousNames } from './names.js'
import { snakeCase } from './node-format.js'

const hour = 3_600_000

export function messageOfFlowInput(input: Body, owner: string): Body {
  const { feeFunds, trustlessAgent, startTime } = input
  return fromLibrary({
    label: input.label,
    msgs: mapAll('msgs', input.msgs, message => messageIn(message, owner)),
    duration: seconds(input.duration || 24 * hour),
    interval: seconds(input.interval || hour),
    startAt: typeof startTime === 'number' ? startAt(startTime) : startTime,
    feeFunds: listOf(feeFunds).filter(coin => !isRecord(coin) || coin.amount !== '0'),
    configuration: input.configuration ?? { walletFallback: true },
    connectionId: trustlessAgent ? '' : input.connectionId,
    trustlessAgent: isRecord(trustlessAgent)
      ? { ...trustlessAgent, feeLimit: listOf(trustlessAgent.feeLimit) }
      : trustlessAgent,
    conditions: input.conditions,
  })
}

function messageIn(message: unknown, owner: string): unknown {
  const value = typeof message === 'string' ? parseJson(message) : message
  if (!isRecord(value) || isTooDeep(value)) return invalidField('', 'is not a message as JSON')
  rejectAmbiguousNames(value)
  return withKnownTexts(inMessage(value), owner)
}

function inMessage(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inMessage)
  if (!isRecord(value)) return value
  const { typeUrl, value: content } = value
  const named = typeUrl && isRecord(content) ? content : value
  const fields = Object.entries(named).map(([name, part]) => {
    return [snakeCase(name), isOfContract(name, part) ? part : inMessage(part)] as const
  })
  return inBaseDenom({ ...(typeUrl !== undefined && { '@type': typeUrl }), ...Object.fromEntries(fields) })
}

/**
 * The portal converts units to base denoms. It also multiplies amounts that are in a base denom, unless the denom starts with `u` or
 * `ibc/`.
 */
function inBaseDenom(fields: Body): Body {
  const { denom, amount } = fields
  if (typeof denom !== 'string' || /^(u|ibc\/)/.test(denom)) return fields
  const units = Number.parseFloat(String(amount))
  return {
    ...fields,
    denom: denom === denom.toUpperCase() ? `u${denom.toLowerCase()}` : denom,
    ...(units >= 0 && { amount: `${Math.floor(units * 1_000_000)}` }),
  }
}

/** A time before 2001 is a delay from now, in milliseconds. */
function startAt(startTime: number): string {
  const milliseconds = startTime > 0 && startTime < 1e9 ? Date.now() + startTime : startTime
  return `${Math.floor(milliseconds / 1_000)}`
}

function seconds(milliseconds: unknown): unknown {
  return typeof milliseconds === 'number' ? `${milliseconds / 1_000}s` : milliseconds
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value ? [value] : []
}
