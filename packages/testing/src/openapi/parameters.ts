import { type Schema, uint64Schema } from '../chain/api/kinds.js'

export function parameter(
  place: 'path' | 'query' | 'header',
  name: string,
  description: string,
  {
    example,
    required = place === 'path',
    schema = { type: 'string' },
  }: { example?: string; required?: boolean; schema?: Schema } = {},
): Schema & { name: string } {
  return { name, in: place, required, description, schema, ...(example !== undefined && { example }) }
}

export const pageParameters: readonly Schema[] = [
  parameter(
    'query',
    'pagination.key',
    'The `next_key` of the previous page, percent-encoded because a raw `+` means a space. Keys are faster than offsets. Cannot be combined with `pagination.offset`.',
  ),
  parameter(
    'query',
    'pagination.offset',
    'The number of items to skip. Slower than a key, because the node reads the skipped items. Cannot be combined with `pagination.key`.',
    { schema: uint64Schema },
  ),
  parameter(
    'query',
    'pagination.limit',
    'The maximum number of items. Always send a limit. Without one, or with `0`, the limit is 100 and the node counts its whole store for every page.',
    { schema: uint64Schema, example: '10' },
  ),
  parameter(
    'query',
    'pagination.count_total',
    'Counts all items and returns `total`. The node reads its whole store to count. Ignored with `pagination.key`.',
    { schema: { type: 'boolean' } },
  ),
  parameter(
    'query',
    'pagination.reverse',
    'Returns the newest items first. With a key, the page starts at the item of the key. The key of the very last item is an error.',
    { schema: { type: 'boolean' } },
  ),
]

export const heightParameter: Schema = parameter(
  'header',
  'x-cosmos-block-height',
  "Reads the state at this block instead of the newest one. Browsers can't send this header, because the CORS settings of nodes reject it.",
  { schema: uint64Schema },
)
