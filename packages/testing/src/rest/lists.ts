import { GoError } from '../go/text.js'
import { grpcCode, NodeError } from './errors.js'
import { IteratorPanic, type Page, type PageRequest, paginate, type Store } from './paging.js'

export function takePage<Item>(
  store: Store<Item>,
  request: PageRequest,
  wrap?: (message: string) => NodeError,
): Page<Item> {
  try {
    return paginate(store, request, wrap === undefined)
  } catch (error) {
    if (error instanceof IteratorPanic) throw new NodeError(grpcCode.internal, error.message)
    if (error instanceof GoError) throw wrap?.(error.message) ?? new NodeError(grpcCode.unknown, error.message)
    throw error
  }
}

/** An item's protobuf is never longer than its JSON, so only pages with more JSON than this must be measured. */
const maxMessageBytes = 10 * 1024 * 1024

/** `size` returns an item's size in protobuf, in bytes. */
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
    if (length <= maxMessageBytes && length + text.length > maxMessageBytes) refuseTooLarge(items, size)
    length += text.length
    texts.push(text)
  }
  const key = nextKey === null ? 'null' : `"${btoa(nextKey)}"`
  return `{"${name}":[${texts.join(',')}],"pagination":{"next_key":${key},"total":"${total}"}}`
}

function refuseTooLarge<Item>(items: readonly Item[], size: (item: Item) => number): void {
  let bytes = 0
  for (const item of items) bytes += framed(size(item))
  if (bytes > maxMessageBytes)
    throw new NodeError(
      grpcCode.resourceExhausted,
      `grpc: received message larger than max (${bytes} vs. ${maxMessageBytes})`,
    )
}

function framed(bytes: number): number {
  if (bytes < 128) return 2 + bytes
  return (bytes < 16_384 ? 3 : 4) + bytes
}
