import { describe, expect, test } from 'vitest'
import { answeredWith, clientOf, errorOf } from '../test/client.js'
import { recordedLcd, versionOf } from '../test/recordings.js'
import type { FlowsPage, PageArgs } from './index.js'

/** Where a list starts is base64 of an id as 8 bytes. */
function keyOf(id: number): string {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(id))
  return bytes.toString('base64')
}

describe.each(['v1', 'v1beta1'] as const)('%s: 15 flows', folder => {
  const lcd = recordedLcd(folder)
  const client = clientOf(lcd, { versions: [versionOf(folder)] })
  const ids = ({ flows }: FlowsPage) => flows.map(({ id }) => Number(id))
  const all = Array.from({ length: 15 }, (_, index) => index + 1)

  /** Page after page, to the end. */
  async function follow(args: PageArgs): Promise<number[]> {
    const found: number[] = []
    let key: string | null = null
    do {
      const page: FlowsPage = await client.flows({ ...args, key })
      found.push(...ids(page))
      key = page.nextKey
    } while (key)
    return found
  }

  test('a hundred at most unless told otherwise, and nothing was counted', async () => {
    const page = await client.flows()
    expect(ids(page)).toEqual(all)
    expect(page).toMatchObject({ nextKey: null, total: null })
  })

  test('a limit: the first so many, and where to go on', async () => {
    const page = await client.flows({ limit: 5 })
    expect(ids(page)).toEqual([1, 2, 3, 4, 5])
    expect(page).toMatchObject({ nextKey: keyOf(6), total: null })
  })

  test.each([1, 4, 5, 7, 14, 15, 16])('pages of %i: each flow once, in order', async limit => {
    expect(await follow({ limit })).toEqual(all)
    expect(await follow({ limit, reverse: true })).toEqual(all.toReversed())
  })

  test('countTotal: how many there are, forwards, backwards and from an offset', async () => {
    const counted = { limit: 2, countTotal: true }
    expect((await client.flows(counted)).total).toBe(15)
    expect((await client.flows({ ...counted, reverse: true })).total).toBe(15)
    expect((await client.flows({ ...counted, offset: 14 })).total).toBe(15)
  })

  test('countTotal with a key: null, as a node does not count then', async () => {
    const page = await client.flows({ limit: 2, key: keyOf(3), countTotal: true })
    expect(ids(page)).toEqual([3, 4])
    expect(page.total).toBeNull()
  })

  test('countTotal of nothing is 0, not null', async () => {
    const history = await client.flowHistory({ id: 999, countTotal: true })
    expect(history).toEqual({ history: [], nextKey: null, total: 0 })
  })

  test('an offset skips', async () => {
    expect(ids(await client.flows({ limit: 5, offset: 5 }))).toEqual([6, 7, 8, 9, 10])
    expect(ids(await client.flows({ limit: 2, offset: 3, reverse: true }))).toEqual([12, 11])
    expect(await client.flows({ limit: 2, offset: 100 })).toEqual({ flows: [], nextKey: null, total: null })
  })

  test('a computed key starts anywhere, one past the end finds nothing', async () => {
    expect(ids(await client.flows({ limit: 2, key: keyOf(11) }))).toEqual([11, 12])
    expect(ids(await client.flows({ limit: 2, key: 'AA==' }))).toEqual([1, 2])
    expect(await client.flows({ limit: 2, key: keyOf(100) })).toEqual({ flows: [], nextKey: null, total: null })
  })

  test('backwards from a key starts at its item; past the last it starts at the last', async () => {
    expect(ids(await client.flows({ limit: 2, reverse: true, key: keyOf(13) }))).toEqual([13, 12])
    expect(ids(await client.flows({ limit: 2, reverse: true, key: keyOf(100) }))).toEqual([15, 14])
  })

  test('an owner’s flows: their own pages', async () => {
    const { owner } = await client.flow({ id: 1 })
    const { flows, nextKey } = await client.flowsForOwner({ owner, limit: 3 })
    expect(flows.every(flow => flow.owner === owner)).toBe(true)
    const next = await client.flowsForOwner({ owner, limit: 3, key: nextKey })
    expect(Number(next.flows[0]?.id)).toBeGreaterThan(Number(flows[2]?.id))
  })

  test('a history: oldest first, newest first, and where to go on', async () => {
    const first = await client.flowHistory({ id: 14, limit: 3 })
    expect(first).toMatchObject({ nextKey: keyOf(4), total: null })
    const second = await client.flowHistory({ id: 14, limit: 3, key: first.nextKey })
    const times = [...first.history, ...second.history].map(({ scheduledExecTime }) => scheduledExecTime)
    expect(times).toEqual(times.toSorted())
    const newest = await client.flowHistory({ id: 14, limit: 1, reverse: true, countTotal: true })
    expect(newest.history[0]?.scheduledExecTime).toBe(
      folder === 'v1' ? '2026-11-20T21:13:06.317547194Z' : '2026-11-20T21:13:09.310558801Z',
    )
    expect(newest.total).toBe(folder === 'v1' ? 180 : 154)
  })
})

describe('a page of another shape', () => {
  const page = (pagination: unknown) => answeredWith(JSON.stringify({ flows: [], pagination }))

  test('an empty next key is the last page, not the first one again', async () => {
    expect((await page({ next_key: '', total: '0' }).flows()).nextKey).toBeNull()
  })

  test.each(['', 'abc', '-1', '1e3', '0x10', ' 1'])(
    'a total of %j is a decode error, not a made-up number',
    async total => {
      const error = await errorOf(page({ next_key: null, total }).flows({ countTotal: true }))
      expect(error.kind).toBe('decode')
      expect(error.message).toContain(`pagination.total of https://lcd.test`)
    },
  )

  test.each<[unknown, string]>([
    [null, 'pagination'],
    [undefined, 'pagination'],
    [{ next_key: 1, total: '0' }, 'pagination.next_key'],
  ])('%j is a decode error that names %s', async (pagination, place) => {
    const error = await errorOf(page(pagination).flows())
    expect(error.kind).toBe('decode')
    expect(error.message).toMatch(new RegExp(`^${place} of https`))
  })
})
