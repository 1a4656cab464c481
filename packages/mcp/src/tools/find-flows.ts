import type { BlockTime, Flow } from '@flow-query/core'
import { countFlows, filterAndSortFlows } from '@flow-query/core/collection'
import { formatCount, formatList, formatNumber } from '@flow-query/format'
import { z } from 'zod'
import { describeCoverage, describeRow } from '../answer/describe.js'
import { fittingPage } from '../answer/result.js'
import { type Part, readFlows } from '../chain.js'
import { readTime } from '../chain-time.js'
import { Unanswerable } from '../failure.js'
import { coverageNotes, remaining } from '../remaining.js'
import { coverage, cursor, detail, flowRow, limit, nextCursor, notes, owner, summary } from '../schemas.js'
import { defineTool } from '../tool.js'
import { untrusted } from '../untrusted.js'

export const findFlows = defineTool({
  name: 'find_flows',
  title: 'Find flows',
  description:
    'Lists flows of the chain or of an owner, newest first, with filters for status, words, message type and connection. Use it to find the ID of a flow.',
  input: z.object({
    owner,
    status: z.enum(['active', 'scheduled', 'completed', 'stopped']).optional(),
    search: z
      .string()
      .max(200)
      .optional()
      .describe('Words that all occur in the label, the ID or the owner, ignoring case'),
    messageType: z.string().max(200).optional().describe('Such as MsgSend or /cosmos.bank.v1beta1.MsgSend'),
    connectionId: z.string().max(200).optional().describe('Such as connection-0'),
    sort: z
      .enum(['newest', 'nextRun', 'lastRun', 'label'])
      .default('newest')
      .describe('"nextRun" starts with the soonest run, "lastRun" with the latest one'),
    limit: limit(50, 20),
    detail,
    cursor,
  }),
  output: z.object({ summary, flows: z.array(flowRow), coverage, notes, nextCursor }),
  async answer(args, call) {
    const { chain, options, place, cursorTo } = call
    const { status, search, connectionId, sort } = args
    const isFiltered = Boolean(status ?? search ?? args.messageType ?? connectionId) || sort !== 'newest'
    const time = await readTime(call)
    // Without filters, a page of the node is a page of the answer.
    const part = await readFlows(chain, args.owner, place, options, isFiltered ? chain.maxFlows : args.limit)
    const found = matching(part, args, time)
    const skip = place.skip ?? 0
    const isDetailed = args.detail === 'detailed'
    const space = { text: isDetailed ? 400 : 120, items: 5 }
    const rows = found.slice(skip, skip + args.limit).map(flow => describeRow(flow, time, isDetailed, space))
    return fittingPage(rows, flows => ({
      summary: summaryOf(found.length, skip, flows.length, part, isFiltered, args.owner),
      flows,
      coverage: describeCoverage(part),
      notes: isFiltered ? coverageNotes(part) : part.next ? ['For older flows, use nextCursor.'] : [],
      nextCursor: remaining({
        part,
        place,
        shown: skip + flows.length,
        found: found.length,
        cursorTo,
      }),
    }))
  },
})

interface Filters {
  status?: 'active' | 'scheduled' | 'completed' | 'stopped' | undefined
  search?: string | undefined
  messageType?: string | undefined
  connectionId?: string | undefined
  sort: 'newest' | 'nextRun' | 'lastRun' | 'label'
}

function matching(
  { flows }: Part,
  { status, search, messageType, connectionId, sort }: Filters,
  time: BlockTime,
): Flow[] {
  return filterAndSortFlows(
    flows,
    {
      status,
      search,
      messageType: messageType && completeType(flows, messageType, time),
      connectionId,
      sort: sort === 'newest' ? 'id' : sort,
      descending: sort === 'newest' || sort === 'lastRun',
    },
    time,
  )
}

/**
 * Completes a short message type: `MsgSend` becomes `/cosmos.bank.v1beta1.MsgSend`. If no flow has such a type, the name is unchanged.
 *
 * @throws {Unanswerable} if flows have several types with this name
 */
function completeType(flows: readonly Flow[], name: string, time: BlockTime): string {
  if (name.startsWith('/')) return name
  const ending = `.${name}`.toLowerCase()
  const types = Array.from(countFlows(flows, time).messageType.keys())
  const matches = types.filter(type => type.toLowerCase().endsWith(ending))
  if (matches.length > 1) {
    const listed = matches.slice(0, 10).map(type => untrusted(type))
    throw new Unanswerable(
      `Several message types match: ${formatList(listed)}.`,
      'Pass the full name of one of them as `messageType`.',
    )
  }
  return matches[0] ?? name
}

function summaryOf(
  found: number,
  skip: number,
  shown: number,
  { flows, total }: Part,
  isFiltered: boolean,
  owner: string | undefined,
): string {
  if (flows.length === 0)
    return owner === undefined
      ? 'This chain has no flows.'
      : 'This address is valid but owns no flows on this chain. Check that it is the right account.'
  if (!isFiltered) {
    const all = total === null ? '' : `${formatNumber(shown)} of `
    return `${all}${formatCount(total ?? shown, 'flow')}, newest first.`
  }
  const range = shown === found ? '' : ` Showing results ${skip + 1} to ${skip + shown}.`
  return `${formatNumber(found)} of ${formatCount(flows.length, 'flow')} ${found === 1 ? 'matches' : 'match'}.${range}`
}
