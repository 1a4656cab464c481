import { messageName } from '@flow-query/rules'
import { isRecord } from '../json.js'
import type { AnyMessage } from './state.js'

export function withNextSalts(messages: readonly AnyMessage[]): AnyMessage[] {
  return messages.map(message => {
    const { msg } = message
    if (messageName(message) !== 'MsgExecuteContract' || !isRecord(msg)) return message
    return { ...message, msg: withNextSalt(msg) }
  })
}

function withNextSalt(call: Record<string, unknown>): Record<string, unknown> {
  if ('salt' in call) return { ...call, salt: nextSalt(call.salt) }
  const [name, inner] = Object.entries(call).find(([, value]) => isRecord(value) && 'salt' in value) ?? []
  return name !== undefined && isRecord(inner) ? { ...call, [name]: withNextSalt(inner) } : call
}

function nextSalt(salt: unknown): unknown {
  if (typeof salt === 'number') return salt + 1
  if (typeof salt !== 'string') return salt
  if (!/^0x[\da-f]+$/i.test(salt)) return `${salt}1`
  return `0x${(BigInt(salt) + 1n).toString(16).padStart(64, '0')}`
}
