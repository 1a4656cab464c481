import { createClock, createLcd, type Lcd } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { clientAt } from '../../test/truth.js'
import { createFlowClient } from '../index.js'
import { findBlock } from './index.js'

const minute = 60_000

function startChain(options: { keep?: number } = {}) {
  const { now } = createClock('2026-11-24T12:00:00Z')
  const lcd = createLcd({ clock: now, flows: [{ interval: '3600s', endTime: '2026-11-25T12:00:00Z' }], ...options })
  return { lcd, client: createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, retries: 0 }) }
}

const blocksRead = ({ requests }: Lcd) => requests.filter(({ target }) => target.includes('/blocks/')).length

/** Runs the flow once, and returns the time of the run. */
function runFlow(lcd: Lcd): string {
  lcd.advance(61 * minute)
  return lcd.history('1')[0]?.actualExecTime ?? ''
}

test.each([0, 1, 40, 600])('finds the block of a run that is %i minutes older', async minutes => {
  const { lcd, client } = startChain()
  const time = runFlow(lcd)
  lcd.advance(minutes * minute)
  const block = await findBlock(client, { time })
  expect(block).toEqual({ height: expect.any(String), time })
  const atRun = { id: '1', reverse: true, limit: 1, height: Number(block?.height) }
  expect((await client.flowHistory(atRun)).history).toMatchObject([{ actualExecTime: time }])
  expect(blocksRead(lcd)).toBeLessThan(8)
})

test('returns null for a time between two blocks, and for a time in the future', async () => {
  const { lcd, client } = startChain()
  lcd.advance(10 * minute)
  expect(await findBlock(client, { time: '2026-11-24T12:05:00.1Z' })).toBeNull()
  expect(await findBlock(client, { time: '2026-11-25T12:00:00Z' })).toBeNull()
})

test('finds a block that is among the oldest ones that the node keeps', async () => {
  const { lcd, client } = startChain({ keep: 76_000 })
  const time = runFlow(lcd)
  lcd.advance(600 * minute)
  expect(await findBlock(client, { time })).toMatchObject({ time })
})

test('returns null for a block that the node has removed', async () => {
  const { lcd, client } = startChain({ keep: 500 })
  const time = runFlow(lcd)
  lcd.advance(600 * minute)
  expect(await findBlock(client, { time })).toBeNull()
})

test('finds the block in which a real chain executed a flow', async () => {
  const client = clientAt(2850)
  const { history } = await client.flowHistory({ id: '35', limit: 1, reverse: true })
  expect(await findBlock(client, { time: history[0]?.actualExecTime ?? '' })).toMatchObject({ height: '2850' })
})

test('rejects an invalid time', async () => {
  const { client } = startChain()
  await expect(findBlock(client, { time: 'yesterday' })).rejects.toMatchObject({ kind: 'argument' })
})
