import { fieldsOf } from '../fields.js'
import { differs, fails, type Outcome, pass, type Step, skipped } from './finding.js'
import type { Answer, Node } from './probe.js'
import type { Samples } from './routes.js'

/** The rules of pages, tried on the list of flows. */
export function pagingSteps({ get, version }: Node, samples: Samples): Step[] {
  const page = async (query: string) => pageOf(await get(`flows?${query}`))
  const last = () => BigInt(samples.newest?.id ?? 0)

  const tried: [topic: string, run: () => Promise<Outcome>][] = [
    [
      'limit',
      async () => {
        const { ids, status, total } = await page('pagination.limit=1')
        if (status !== 200 || ids.length > 1) return fails(`${status}, ${ids.length} flows instead of 1`)
        return total === '0' ? pass('honoured, and not counted') : pass('honoured')
      },
    ],
    [
      'without a limit',
      async () => {
        const { status, ids, total } = await page('')
        if (status !== 200) return fails(`${status}`)
        return pass(
          `a page of ${ids.length}, ${total === '0' && ids.length ? 'not counted' : `counted: ${total}`}. flow-query always sends a limit.`,
        )
      },
    ],
    [
      'offset',
      async () => {
        const { ids, status } = await page('pagination.limit=1&pagination.offset=1')
        if (status !== 200) return fails(`${status}`)
        if (last() < 2n) return skipped('there are fewer than two flows')
        return ids[0] === '2' ? pass('leaves out what comes before') : fails(`starts with flow ${ids[0] ?? 'none'}`)
      },
    ],
    [
      'count_total',
      async () => {
        const { total } = await page('pagination.limit=1&pagination.count_total=true')
        return BigInt(total) >= last()
          ? pass(`${total} flows`)
          : differs(`${total}, though there is a flow ${last()}: totals cannot be shown.`)
      },
    ],
    [
      'cursors',
      async () => {
        const { ids, nextKey } = await page('pagination.limit=1')
        if (nextKey === null) return skipped('there is no second page yet')
        const next = await page(`pagination.limit=1&pagination.key=${encodeURIComponent(nextKey)}`)
        if (next.status !== 200 || next.ids[0] === undefined || next.ids[0] === ids[0])
          return fails(`the second page answered ${next.status} and does not go on: long lists cannot be read.`)
        return nextKey === cursorOf(BigInt(next.ids[0]))
          ? pass('the id in 8 bytes: whole chains are read in parallel')
          : differs('of another form: whole chains are read page after page, which is slower.')
      },
    ],
    [
      'newest first',
      async () => {
        const { ids, status } = await page('pagination.limit=2&pagination.reverse=true')
        if (status !== 200) return fails(`${status}`)
        if (ids.length < 2) return skipped('there are fewer than two flows')
        return BigInt(ids[0] ?? 0) > BigInt(ids[1] ?? 0)
          ? pass('reverse')
          : fails('reverse is ignored: the newest flows come last.')
      },
    ],
    [
      'newest first, from a key',
      async () => {
        if (last() < 2n) return skipped('there are fewer than two flows')
        const { ids, status } = await page(
          `pagination.limit=1&pagination.reverse=true&pagination.key=${encodeURIComponent(cursorOf(last() - 1n))}`,
        )
        if (status !== 200) return fails(`${status}: pages after the first cannot be read newest first.`)
        return ids[0] === `${last() - 1n}`
          ? pass('starts with the item of the key')
          : differs(`starts with ${ids[0] ?? 'nothing'}`)
      },
    ],
    [
      'newest first, from the last key',
      async () => {
        if (!last()) return skipped('there is no flow yet')
        const { status, code } = await page(
          `pagination.limit=1&pagination.reverse=true&pagination.key=${encodeURIComponent(cursorOf(last()))}`,
        )
        if (status === 200) return differs('answers, where other nodes refuse. No harm.')
        return code === 13 ? pass('refused, as nodes do') : differs(`${status}, code ${code}`)
      },
    ],
    [
      'a key past the end',
      async () =>
        expectEmpty(await page(`pagination.limit=1&pagination.key=${encodeURIComponent(cursorOf(2n ** 62n))}`)),
    ],
    [
      'key and offset',
      async () =>
        expectRefused(await get(`flows?pagination.limit=1&pagination.offset=1&pagination.key=AAAAAAAAAAE%3D`)),
    ],
    ['a key that is none', async () => expectRefused(await get('flows?pagination.limit=1&pagination.key=!'), 400)],
    ['a limit that is none', async () => expectRefused(await get('flows?pagination.limit=abc'), 400)],
    ['a flag that is none', async () => expectRefused(await get('flows?pagination.reverse=maybe'), 400)],
    [
      'a parameter twice',
      async () => {
        const { ids } = await page('pagination.limit=1&pagination.limit=2')
        if (last() < 2n) return skipped('there are fewer than two flows')
        return ids.length === 1 ? pass('the first counts') : differs(`the first does not count: ${ids.length} flows`)
      },
    ],
    [
      'a parameter unknown',
      async () => {
        const { status } = await page('pagination.limit=1&no_such=1')
        return status === 200 ? pass('ignored') : differs(`${status}: newer clients may be refused.`)
      },
    ],
    ['an answer too large', async () => skipped('not tried: the node would have to read 10 MiB')],
  ]
  return tried.map(([topic, run]) => ({ group: 'paging', topic, run }))

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

/** An id as nodes write it into a key: 8 bytes, big endian, base64. */
function cursorOf(id: bigint): string {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(id)
  return bytes.toString('base64')
}

function expectEmpty({ status, ids }: { status: number; ids: readonly string[] }): Outcome {
  if (status === 200 && !ids.length) return pass('an empty page')
  return differs(`${status}, ${ids.length} flows instead of an empty page`)
}

function expectRefused({ status, message }: Answer, usual = status): Outcome {
  if (status === 200) return differs('not refused: a mistake of a caller goes unnoticed.')
  return status === usual && status >= 400
    ? pass(`refused: ${message || status}`)
    : differs(`refused with ${status} instead of ${usual}`)
}
