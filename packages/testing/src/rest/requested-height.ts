import { parseInt64, quote } from '../go/strconv.js'
import { bytesOf } from '../go/text.js'
import { grpcCode, NodeError } from './errors.js'
import type { NodeRequest } from './http.js'

export const heightHeader = 'x-cosmos-block-height'

export function requestedHeight(headers: NodeRequest['headers'], newest: number, keep: number): number {
  const text = headers[heightHeader] ?? headers[`grpc-metadata-${heightHeader}`]
  if (text === undefined) return newest
  const height = parsed(text)
  if (height < 0n) throw invalid('cannot query with height < 0; please provide a valid height')
  if (height > BigInt(newest))
    throw new NodeError(
      grpcCode.unknown,
      'codespace sdk code 26: invalid height: cannot query with height in the future; please provide a valid height',
    )
  if (height === 0n) return newest
  if (Number(height) < newest - keep)
    throw invalid(`failed to load state at height ${height}; version does not exist (latest height: ${newest})`)
  return Number(height)
}

function parsed(text: string): bigint {
  try {
    return parseInt64(bytesOf(text))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw invalid(`Baseapp.RegisterGRPCServer: invalid height header ${quote(heightHeader)}: ${why}`)
  }
}

function invalid(why: string): NodeError {
  return new NodeError(grpcCode.unknown, `codespace sdk code 18: invalid request: ${why}`)
}
