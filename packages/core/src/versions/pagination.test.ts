import { describe, expect, test } from 'vitest'
import { answeredWith, clientOf, errorOf } from '../../test/client.js'
import { recordedLcd, versionOf } from '../../test/recordings.js'
import type { FlowsPage, PageArgs } from '../index.js'

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
})

describe('invalid page arguments', () => {
  test.each<[PageArgs, string]>([
    [{ limit: 0 }, '`limit` must be an integer of at least 1, such as 100, got 0.'],
    [{ offset: -1 }, '`offset` must be an integer of at least 0, such as 0, got -1.'],
    [{ offset: 5, key: keyOf(3) }, "`offset` and `key` can't be combined: remove one."],
  ])('%j causes an error without a request', async (args, message) => {
    const lcd = recordedLcd('v1')
    const error = await errorOf(clientOf(lcd).flows(args))
    expect(error).toMatchObject({ kind: 'argument', message })
    expect(lcd.requests).toEqual([])
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
