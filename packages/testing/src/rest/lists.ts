import { encodeBase64 } from '../go/base64.js'
import { GoError } from '../go/text.js'
import { INTERNAL, NodeError, RESOURCE_EXHAUSTED, UNKNOWN } from './errors.js'
import { IteratorPanic, type Page, type PageRequest, paginate, type Store } from './paging.js'

/** The keeper of the lists hands a refused page on as it is; that of the histories says where it comes from. */
export function takePage<Item>(
  store: Store<Item>,
  request: PageRequest,
  wrap?: (message: string) => NodeError,
): Page<Item> {
  try {
    return paginate(store, request, wrap === undefined)
  } catch (error) {
    if (error instanceof IteratorPanic) throw new NodeError(INTERNAL, error.message)
    if (error instanceof GoError) throw wrap?.(error.message) ?? new NodeError(UNKNOWN, error.message)
    throw error
  }
}

/** Protobuf is never longer than JSON: only what is long in JSON has to be measured. */
const MAX_MESSAGE = 10 * 1024 * 1024

/** A page as a body. @throws {NodeError} where it is too large for a message; `size` counts an item's bytes in protobuf */
export function encodeList<Item>(
  name: string,
  { items, nextKey, total }: Page<Item>,
  encode: (item: Item) => string,
  size: (item: Item) => number,
): string {
  const texts: string[] = []
  let length = 0
  for (const item of items) {
    const text = encode(item)
    if (length <= MAX_MESSAGE && length + text.length > MAX_MESSAGE) refuseTooLarge(items, size)
    length += text.length
    texts.push(text)
  }
  const key = nextKey === null ? 'null' : `"${encodeBase64(nextKey)}"`
  return `{"${name}":[${texts.join(',')}],"pagination":{"next_key":${key},"total":"${total}"}}`
}

function refuseTooLarge<Item>(items: readonly Item[], size: (item: Item) => number): void {
  let bytes = 0
  for (const item of items) bytes += framed(size(item))
  if (bytes > MAX_MESSAGE)
    throw new NodeError(RESOURCE_EXHAUSTED, `grpc: received message larger than max (${bytes} vs. ${MAX_MESSAGE})`)
}

/** With the field's tag and its length before it. */
function framed(bytes: number): number {
  if (bytes < 128) return 2 + bytes
  return (bytes < 16_384 ? 3 : 4) + bytes
}
