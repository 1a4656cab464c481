import { isAcceptedType } from '@flow-query/rules'
import { goJson } from '../go/text.js'
import { isRecord } from '../json.js'
import { submitFlowType } from './submission/submission.js'

/** Returns what a node prints if it can't convert a message from JSON, or null if it can. */
export function messageJsonError(message: unknown): string | null {
  const type = isRecord(message) ? message['@type'] : undefined
  if (!isRecord(message) || typeof type !== 'string') return "Any JSON doesn't have '@type'"
  if (!isKnown(type)) return `unknown message type ${goJson(type.slice(1))}`
  const error = /\.Msg(Exec|SubmitFlow)$/.test(type)
    ? listError(message.msgs)
    : (coinError(message) ?? numberError(message))
  return error === null ? null : `can't unmarshal Any nested proto *${goType(type)}: ${error}`
}

function isKnown(type: string): boolean {
  return isAcceptedType(type) && (!type.endsWith('.MsgSubmitFlow') || type === submitFlowType)
}

function listError(messages: unknown): string | null {
  if (!Array.isArray(messages)) return null
  for (const message of messages) {
    const error = messageJsonError(message)
    if (error !== null) return error
  }
  return null
}

/** The amounts of a contract's message can be any text. */
function coinError(message: Record<string, unknown>): string | null {
  if (/^\/cosmwasm\./.test(String(message['@type']))) return null
  for (const { denom, amount } of Object.values(message).flat().filter(isRecord)) {
    if (typeof denom !== 'string') continue
    if (typeof amount === 'number') return 'json: cannot unmarshal number into Go value of type string'
    if (typeof amount !== 'string' || /^[+-]?\d+$/.test(amount)) continue
    return `math/big: cannot unmarshal ${goJson(amount)} into a *big.Int`
  }
  return null
}

const numbers = /^(pool|proposal|code)_id$/

function numberError(message: Record<string, unknown>): string | null {
  for (const [name, value] of Object.entries(message))
    if (numbers.test(name) && typeof value === 'string' && !/^\d+$/.test(value))
      return `invalid character '${value[0] ?? ''}' looking for beginning of value`
  return null
}

function goType(type: string): string {
  const [, module = '', name = ''] = /^\/cosmos\.(authz|group)\..*\.(\w+)$/.exec(type) ?? []
  return name ? `${module}.${name}` : `types.${type.slice(type.lastIndexOf('.') + 1)}`
}
