export interface RpcRequest {
  id: string
  method: string
  params: unknown
}

export class RpcError extends Error {
  readonly code: number
  readonly data: string
  constructor(code: number, message: string, data: string) {
    super(message)
    this.code = code
    this.data = data
  }
}

export function rejected(reason: string): RpcError {
  return new RpcError(-32603, 'Internal error', reason)
}

export const unknownMethod = new RpcError(-32601, 'Method not found', '')

const longestId = 128

export function readRequest(text: string): RpcRequest | null {
  const request = parse(text)
  if (!isRecord(request))
    throw unreadable(`json: cannot unmarshal ${goType(request)} into Go value of type types.RPCRequest`)
  const { id, method = '', params } = request
  if (id === undefined || id === null) return null
  if (typeof id !== 'number' && typeof id !== 'string')
    throw unreadable(`json-rpc ID (${JSON.stringify(id).slice(0, longestId)}) is of unknown type (${goType(id)})`)
  const idText = goJson(typeof id === 'number' ? Math.trunc(id) : id)
  if (idText.length > longestId) throw new RpcError(-32600, 'Invalid Request', `id exceeds ${longestId} characters`)
  if (typeof method !== 'string')
    throw unreadable(`json: cannot unmarshal ${goType(method)} into Go struct field .method of type string`)
  return { id: idText, method, params }
}

export function queryOf(params: unknown): string {
  const query = Array.isArray(params) ? params[0] : isRecord(params) ? params.query : undefined
  if (query === undefined || query === null) return ''
  if (typeof query === 'string') return query
  throw rejected(
    `error converting json params to arguments: json: cannot unmarshal ${goType(query)} into Go value of type string`,
  )
}

export function success(id: string, result: string): string {
  return `{"jsonrpc":"2.0","id":${id},"result":${result}}`
}

export function failure(id: string | null, { code, message, data }: RpcError): string {
  const error = { code, message, ...(data && { data }) }
  return `{"jsonrpc":"2.0",${id === null ? '' : `"id":${id},`}"error":${goJson(error)}}`
}

export function goJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const start = text.trimStart()[0]
    if (start === undefined) throw unreadable('EOF')
    if (/[[{"\d-]|[tfn]/.test(start)) throw unreadable('unexpected EOF')
    throw unreadable(`invalid character '${start}' looking for beginning of value`)
  }
}

function unreadable(problem: string): RpcError {
  return new RpcError(-32700, 'Parse error. Invalid JSON', `error unmarshaling request: ${problem}`)
}

function goType(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return typeof value === 'boolean' ? 'bool' : typeof value
}
