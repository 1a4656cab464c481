import { goJson } from '../go/text.js'

export interface RpcRequest {
  id: string
  method: string
  params: unknown
}

/** `data` contains the message of the Go `error`. */
export class RpcError extends Error {
  readonly code: number
  readonly data: string
  constructor(code: number, message: string, data: string) {
    super(message)
    this.code = code
    this.data = data
  }
}

export function internal(data: string): RpcError {
  return new RpcError(-32603, 'Internal error', data)
}

/** Returns null for a notification, which gets no response. */
export function readRequest(text: string): RpcRequest | null {
  const request = parse(text)
  if (typeof request !== 'object' || request === null || Array.isArray(request))
    throw unreadable(`json: cannot unmarshal ${goType(request)} into Go value of type types.RPCRequest`)
  const { id, method = '', params } = request as Partial<Record<'id' | 'method' | 'params', unknown>>
  if (id === undefined || id === null) return null
  if (typeof id !== 'number' && typeof id !== 'string')
    throw unreadable(`json-rpc ID (${goJson(id)}) is of unknown type (${goType(id)})`)
  if (typeof method !== 'string')
    throw unreadable(`json: cannot unmarshal ${goType(method)} into Go struct field .method of type string`)
  return { id: goJson(typeof id === 'number' ? Math.trunc(id) : id), method, params }
}

export function stringParam(params: unknown, name: string): string {
  const given = typeof params === 'object' && params !== null ? params : {}
  const value: unknown = Array.isArray(given) ? given[0] : Reflect.get(given, name)
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  throw internal(
    `error converting json params to arguments: json: cannot unmarshal ${goType(value)} into Go value of type string`,
  )
}

export function success(id: string, result: string): string {
  return `{"jsonrpc":"2.0","id":${id},"result":${result}}`
}

export function failure(id: string | null, { code, message, data }: RpcError): string {
  const error = { code, message, ...(data && { data }) }
  return `{"jsonrpc":"2.0",${id === null ? '' : `"id":${id},`}"error":${goJson(error)}}`
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

function unreadable(why: string): RpcError {
  return new RpcError(-32700, 'Parse error. Invalid JSON', `error unmarshaling request: ${why}`)
}

function goType(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return typeof value === 'boolean' ? 'bool' : typeof value
}
