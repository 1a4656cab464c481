import { describe, expect, test } from 'vitest'
import { address, createClock, createLcd, type Flow, flow, type Lcd, state } from '../index.js'

import { bigEndian } from './paging.js'

const initialTime = Date.parse('2026-11-20T21:00:00Z')
const flowCount = 65_000
const otherOwner = address('other')

/** Creates a node with 65,000 flows, every fifth owned by a second account, and counts the flows that the node reads. */
function watched(): { lcd: Lcd; touched: () => number } {
  const template = flow({}, initialTime)
  const seen = new Set<number>()
  const flows = Array.from({ length: flowCount }, (_, index): Flow => {
    const own = { ...template, id: String(index + 1), ...(index % 5 === 0 && { owner: otherOwner }) }
    const see = <Result>(result: Result): Result => {
      seen.add(index)
      return result
    }
    return new Proxy(own, {
      get: (target, name) => see(Reflect.get(target, name)),
      ownKeys: target => see(Reflect.ownKeys(target)),
    })
  })
  const lcd = createLcd({ state: { ...state({}, initialTime), flows }, clock: createClock(initialTime).now })
  const touched = () => {
    const { size } = seen
    seen.clear()
    return size
  }
  expect(touched()).toBe(flowCount)
  return { lcd, touched }
}

function key(id: number): string {
  return encodeURIComponent(btoa(bigEndian(BigInt(id))))
}

async function ids(lcd: Lcd, path: string, height?: number): Promise<number[]> {
  const headers: Record<string, string> = height === undefined ? {} : { 'x-cosmos-block-height': String(height) }
  const answer = await lcd.fetch(`${lcd.url}/intento/intent/v1/${path}`, { headers })
  return (await answer.json()).flows.map(({ id }: { id: string }) => Number(id))
}

describe('a page of 65,000 flows reads only its own flows', () => {
  const { lcd, touched } = watched()
  const first = lcd.height
  lcd.advance(60_000)
  const now = lcd.height

  describe.each<[string, number | undefined]>([
    ['now', undefined],
    ['at a height', now - 5],
    ['at the first height', first],
    ['before it', first - 10],
  ])('%s', (_, height) => {
    test.each([1, 101, 32_501, 64_801])('from %i forward and backward', async from => {
      // The first query before the chain's first block reads all flows once.
      await ids(lcd, 'flows?pagination.limit=1', height)
      touched()
      const [start, end] = [key(from), key(from + 99)]
      const page = await ids(lcd, `flows?pagination.limit=100&pagination.key=${start}`, height)
      expect([page[0], page.at(-1)]).toEqual([from, from + 99])
      expect(touched()).toBeLessThanOrEqual(100)
      const back = await ids(lcd, `flows?pagination.limit=100&pagination.reverse=true&pagination.key=${end}`, height)
      expect([back[0], back.at(-1)]).toEqual([from + 99, from])
      expect(touched()).toBeLessThanOrEqual(100)
      const own = await ids(lcd, `flows/${otherOwner}?pagination.limit=40&pagination.key=${start}`, height)
      expect([own[0], own.at(-1)]).toEqual([from, from + 195])
      expect(touched()).toBeLessThanOrEqual(40)
    })

    test('by offset and with a count', async () => {
      await ids(lcd, 'flows?pagination.limit=1', height)
      touched()
      const counted = 'flows?pagination.limit=100&pagination.offset=64000&pagination.count_total=true'
      expect((await ids(lcd, counted, height))[0]).toBe(64_001)
      expect(touched()).toBeLessThanOrEqual(100)
    })
  })

  test('reading, changing or executing one flow reads only that flow', async () => {
    await lcd.fetch(`${lcd.url}/intento/intent/v1/flow/40000`)
    expect(touched()).toBeLessThanOrEqual(1)
    lcd.updateFlow(40_000, { label: 'changed' })
    lcd.execute(50_000)
    expect(touched()).toBeLessThanOrEqual(2)
    lcd.addFlow()
    expect(touched()).toBe(0)
    expect(await ids(lcd, `flows?pagination.limit=2&pagination.key=${key(64_999)}`)).toEqual([64_999, 65_000])
    expect(await ids(lcd, `flows?pagination.limit=5&pagination.key=${key(64_999)}`)).toEqual([64_999, 65_000, 65_001])
    expect(await ids(lcd, `flows?pagination.limit=5&pagination.key=${key(64_999)}`, now)).toEqual([64_999, 65_000])
  })
})
