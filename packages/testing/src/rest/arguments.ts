import { decodeBech32, encodeBech32 } from '../go/bech32.js'
import { parseUint } from '../go/strconv.js'
import { utf8 } from '../go/text.js'
import { grpcCode, NodeError } from './errors.js'

export function flowId(text: string): bigint {
  try {
    return parseUint(text, 10)
  } catch {
    throw new NodeError(grpcCode.invalidArgument, 'invalid request')
  }
}

export function accountAddress(address: string, expected: string): string {
  if (utf8(address).trim() === '') throw new NodeError(grpcCode.unknown, 'empty address string is not allowed')
  const { prefix, bytes } = decoded(address)
  if (prefix !== expected)
    throw new NodeError(grpcCode.unknown, `invalid Bech32 prefix; expected ${expected}, got ${prefix}`)
  const refused = (why: string) => new NodeError(grpcCode.unknown, `codespace sdk code 9: unknown address: ${why}`)
  if (bytes.length === 0) throw refused('addresses cannot be empty')
  if (bytes.length > 255) throw refused(`address max length is 255, got ${bytes.length}`)
  return encodeBech32(prefix, bytes)
}

function decoded(address: string): ReturnType<typeof decodeBech32> {
  try {
    return decodeBech32(address)
  } catch (error) {
    throw new NodeError(grpcCode.unknown, `decoding bech32 failed: ${error instanceof Error ? error.message : error}`)
  }
}
