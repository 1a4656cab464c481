import { describe, expect, test } from 'vitest'
import { answeredWith, clientOf, errorOf } from '../test/client.js'
import { recordedLcd, versionOf } from '../test/recordings.js'
import type { FlowsPage, PageArgs } from './index.js'

/** Returns the cursor of a flow: its ID as 8 bytes in base64. */
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

  /** Follows the cursors to the last page. */
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

  test('returns up to 100 flows without a total by default', async () => {
    const page = await client.flows()
    expect(ids(page)).toEqual(all)
    expect(page).toMatchObject({ nextKey: null, total: null })
  })

  test('limit: returns the first flows and the next cursor', async () => {
    const page = await client.flows({ limit: 5 })
    expect(ids(page)).toEqual([1, 2, 3, 4, 5])
    expect(page).toMatchObject({ nextKey: keyOf(6), total: null })
  })

  test.each([1, 4, 5, 7, 14, 15, 16])('pages of %i contain each flow once, in order', async limit => {
    expect(await follow({ limit })).toEqual(all)
    expect(await follow({ limit, reverse: true })).toEqual(all.toReversed())
  })

  test('countTotal: returns the total, also with reverse and offset', async () => {
    const counted = { limit: 2, countTotal: true }
    expect((await client.flows(counted)).total).toBe(15)
    expect((await client.flows({ ...counted, reverse: true })).total).toBe(15)
    expect((await client.flows({ ...counted, offset: 14 })).total).toBe(15)
  })

  test('countTotal: the total is null with a key, because nodes do not count then', async () => {
    const page = await client.flows({ limit: 2, key: keyOf(3), countTotal: true })
    expect(ids(page)).toEqual([3, 4])
    expect(page.total).toBeNull()
  })

  test('countTotal: the total of an empty list is 0', async () => {
    const history = await client.flowHistory({ id: 999, countTotal: true })
    expect(history).toEqual({ history: [], nextKey: null, total: 0 })
  })

  test('offset: skips flows', async () => {
    expect(ids(await client.flows({ limit: 5, offset: 5 }))).toEqual([6, 7, 8, 9, 10])
    expect(ids(await client.flows({ limit: 2, offset: 3, reverse: true }))).toEqual([12, 11])
    expect(await client.flows({ limit: 2, offset: 100 })).toEqual({ flows: [], nextKey: null, total: null })
  })

  test('key: a computed cursor starts at any flow, and returns nothing after the last one', async () => {
    expect(ids(await client.flows({ limit: 2, key: keyOf(11) }))).toEqual([11, 12])
    expect(ids(await client.flows({ limit: 2, key: 'AA==' }))).toEqual([1, 2])
    expect(await client.flows({ limit: 2, key: keyOf(100) })).toEqual({ flows: [], nextKey: null, total: null })
  })

  test('key with reverse: starts at the flow of the cursor, or at the last flow if the cursor is after it', async () => {
    expect(ids(await client.flows({ limit: 2, reverse: true, key: keyOf(13) }))).toEqual([13, 12])
    expect(ids(await client.flows({ limit: 2, reverse: true, key: keyOf(100) }))).toEqual([15, 14])
  })

  test('flowsForOwner: pages contain only the owner’s flows', async () => {
    const { owner } = await client.flow({ id: 1 })
    const { flows, nextKey } = await client.flowsForOwner({ owner, limit: 3 })
    expect(flows.every(flow => flow.owner === owner)).toBe(true)
    const next = await client.flowsForOwner({ owner, limit: 3, key: nextKey })
    expect(Number(next.flows[0]?.id)).toBeGreaterThan(Number(flows[2]?.id))
  })

  test('flowHistory: returns pages oldest first or newest first', async () => {
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

describe('an invalid page', () => {
  const page = (pagination: unknown) => answeredWith(JSON.stringify({ flows: [], pagination }))

  test('an empty next key means the last page', async () => {
    expect((await page({ next_key: '', total: '0' }).flows()).nextKey).toBeNull()
  })

  test.each(['', 'abc', '-1', '1e3', '0x10', ' 1'])('a total of %j causes a decode error', async total => {
    const error = await errorOf(page({ next_key: null, total }).flows({ countTotal: true }))
    expect(error.kind).toBe('decode')
    expect(error.message).toContain(`pagination.total of https://lcd.test`)
  })

  test.each<[unknown, string]>([
    [null, 'pagination'],
    [undefined, 'pagination'],
    [{ next_key: 1, total: '0' }, 'pagination.next_key'],
  ])('%j causes a decode error that names %s', async (pagination, path) => {
    const error = await errorOf(page(pagination).flows())
    expect(error.kind).toBe('decode')
    expect(error.message).toMatch(new RegExp(`^${path} of https`))
  })
})
