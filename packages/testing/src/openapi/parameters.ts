import type { Schema } from './fields.js'

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

const uint64: Schema = { type: 'string', pattern: '^[0-9]+$' }

/** cosmos.base.query.v1beta1.PageRequest, in words that nodes keep to. */
export const pageParameters: readonly Schema[] = [
  parameter(
    'query',
    'pagination.key',
    'The `next_key` of a page before: the fastest way on. Not with `pagination.offset`. Percent-encoded, as a raw `+` arrives as a space.',
  ),
  parameter(
    'query',
    'pagination.offset',
    'How many items to leave out. Slower than a key: the node walks over them. Not with `pagination.key`.',
    { schema: uint64 },
  ),
  parameter(
    'query',
    'pagination.limit',
    'How many items at most. Without one (or with `0`) it is 100, and the node counts its whole store for every page: always send one.',
    { schema: uint64, example: '10' },
  ),
  parameter(
    'query',
    'pagination.count_total',
    'Fills `total`, for which the node counts its whole store. Counts only without `pagination.key`.',
    { schema: { type: 'boolean' } },
  ),
  parameter(
    'query',
    'pagination.reverse',
    'Newest first. With a key the page starts at its item, inclusive; the key of the very last item is refused.',
    { schema: { type: 'boolean' } },
  ),
]

export const heightParameter: Schema = parameter(
  'header',
  'x-cosmos-block-height',
  "Reads the state at this block instead of the newest. Not from pages of other sites: a node's CORS refuses the header.",
  { schema: uint64 },
)
