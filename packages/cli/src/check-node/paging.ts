import { formatCount } from '@flow-query/format'
import { fieldsOf } from '../fields.js'
import { differs, fails, pass, type Step, type StepResult, skipped } from './finding.js'
import type { Answer, Node } from './probe.js'
import type { Samples } from './routes.js'

export function pagingSteps({ get, version }: Node, samples: Samples): Step[] {
  const page = async (query: string) => pageOf(await get(`flows?${query}`))
  const last = () => BigInt(samples.newest?.id ?? 0)

  const step = (topic: string, run: Step['run']): Step => ({ group: 'paging', topic, run })

  return [
    step('limit', async () => {
      const { ids, status, total } = await page('pagination.limit=1')
      if (status !== 200 || ids.length > 1)
        return fails(`status ${status}, ${formatCount(ids.length, 'flow')} instead of 1`)
      return pass(total === '0' ? 'respected, without counting the total' : 'respected')
    }),
    step('no limit', async () => {
      const { status, ids, total } = await page('')
      if (status !== 200) return fails(`status ${status}`)
      const counted = total === '0' && ids.length ? 'without counting the total' : `with a total of ${total}`
      return pass(`a page of ${ids.length}, ${counted}. flow-query always sends a limit.`)
    }),
    step('offset', async () => {
      const { ids, status } = await page('pagination.limit=1&pagination.offset=1')
      if (status !== 200) return fails(`status ${status}`)
      if (last() < 2n) return skipped(tooFewFlows)
      return ids[0] === '2'
        ? pass('respected')
        : fails(ids[0] === undefined ? 'no flows' : `starts at flow ${ids[0]} instead of flow 2`)
    }),
    step('count_total', async () => {
      const { total } = await page('pagination.limit=1&pagination.count_total=true')
      return BigInt(total) >= last()
        ? pass(formatCount(Number(total), 'flow'))
        : differs(`${total}, although flow ${last()} exists, so apps cannot show totals`)
    }),
    step('page keys', async () => {
      const { ids, nextKey } = await page('pagination.limit=1')
      if (nextKey === null) return skipped('there is no second page')
      const next = await page(`pagination.limit=1&pagination.key=${encodeURIComponent(nextKey)}`)
      if (next.status !== 200 || next.ids[0] === undefined || next.ids[0] === ids[0])
        return fails(`the second page returned ${next.status} and no new flows, so apps cannot read long lists`)
      return nextKey === cursorOf(BigInt(next.ids[0]))
        ? pass('the ID as 8 bytes, so flow-query reads pages in parallel')
        : differs('an unknown format, so flow-query reads one page at a time, which is slower')
    }),
    step('newest first', async () => {
      const { ids, status } = await page('pagination.limit=2&pagination.reverse=true')
      if (status !== 200) return fails(`status ${status}`)
      if (ids.length < 2) return skipped(tooFewFlows)
      return BigInt(ids[0] ?? 0) > BigInt(ids[1] ?? 0)
        ? pass('supported')
        : fails('the node ignores reverse, so the newest flows come last')
    }),
    step('newest first with a key', async () => {
      if (last() < 2n) return skipped(tooFewFlows)
      const { ids, status } = await page(
        `pagination.limit=1&pagination.reverse=true&pagination.key=${encodeURIComponent(cursorOf(last() - 1n))}`,
      )
      if (status !== 200) return fails(`status ${status}, so apps can only read the first page newest first`)
      return ids[0] === `${last() - 1n}`
        ? pass('starts at the key')
        : differs(ids[0] === undefined ? 'no flows' : `starts at flow ${ids[0]} instead of the key`)
    }),
    step('newest first with the last key', async () => {
      if (!last()) return skipped('the chain has no flows')
      const { status, code } = await page(
        `pagination.limit=1&pagination.reverse=true&pagination.key=${encodeURIComponent(cursorOf(last()))}`,
      )
      if (status === 200) return differs('accepted, although other nodes reject it. flow-query handles both.')
      return code === 13 ? pass('rejected, like on other nodes') : differs(`status ${status}, code ${code ?? 'none'}`)
    }),
    step('key after the last flow', async () =>
      expectEmpty(await page(`pagination.limit=1&pagination.key=${encodeURIComponent(cursorOf(2n ** 62n))}`)),
    ),
    step('key and offset', async () =>
      expectRejected(await get(`flows?pagination.limit=1&pagination.offset=1&pagination.key=AAAAAAAAAAE%3D`)),
    ),
    step('invalid key', async () => expectRejected(await get('flows?pagination.limit=1&pagination.key=!'), 400)),
    step('invalid limit', async () => expectRejected(await get('flows?pagination.limit=abc'), 400)),
    step('invalid boolean', async () => expectRejected(await get('flows?pagination.reverse=maybe'), 400)),
    step('repeated parameter', async () => {
      const { ids } = await page('pagination.limit=1&pagination.limit=2')
      if (last() < 2n) return skipped(tooFewFlows)
      return ids.length === 1
        ? pass('the first value is used')
        : differs(`${formatCount(ids.length, 'flow')}, although the first limit is 1`)
    }),
    step('unknown parameter', async () => {
      const { status } = await page('pagination.limit=1&no_such=1')
      return status === 200 ? pass('ignored') : differs(`status ${status}, so the node may reject newer clients`)
    }),
  ]

  function pageOf({ status, body, code }: Answer) {
    const { pagination, ...lists } = fieldsOf(body)
    const list = lists[version.name === 'v1' ? 'flows' : 'flow_infos']
    const { next_key: nextKey, total } = fieldsOf(pagination)
    return {
      status,
      code,
      ids: Array.isArray(list) ? list.map(flow => String(fieldsOf(flow).id)) : [],
      nextKey: typeof nextKey === 'string' ? nextKey : null,
      total: typeof total === 'string' && /^\d+$/.test(total) ? total : '0',
    }
  }
}

const tooFewFlows = 'the chain has fewer than two flows'

/** Encodes an ID as a page key: 8 bytes, big endian, base64. */
function cursorOf(id: bigint): string {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(id)
  return bytes.toString('base64')
}

function expectEmpty({ status, ids }: { status: number; ids: readonly string[] }): StepResult {
  if (status === 200 && !ids.length) return pass('an empty page')
  return differs(`status ${status}, ${formatCount(ids.length, 'flow')} instead of an empty page`)
}

function expectRejected({ status, message }: Answer, expected = status): StepResult {
  if (status === 200) return differs('not rejected, so mistakes in requests go unnoticed')
  return status === expected && status >= 400
    ? pass(`rejected: ${message || status}`)
    : differs(`rejected with status ${status} instead of ${expected}`)
}
