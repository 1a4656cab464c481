import { createLcd } from '@flow-query/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { settle, until } from '../../../../tests/setup/until.js'
import { clientOf } from '../../test/client.js'
import { withMessages } from '../../test/web-socket.js'
import { createReader } from './reader.js'

/** A reader of a chain with one flow, whose events arrive. */
async function start({ isGateway }: { isGateway: boolean }) {
  const lcd = createLcd({ flows: [{ interval: '60s' }] })
  const client = clientOf(lcd, {
    rpc: lcd.rpc,
    WebSocket: lcd.WebSocket,
    async fetch(input, init) {
      const response = await lcd.fetch(input, init)
      if (isGateway) response.headers.set('flow-query-gateway', '1')
      return response
    },
  })
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  let isConnected = false
  const reader = createReader(client, controller.signal, { onNodeHeight: () => (isConnected = true) })
  await until(() => isConnected)
  return { lcd, reader }
}

test.each([true, false])('waits for the run that an event has announced (gateway: %s)', async isGateway => {
  const { lcd, reader } = await start({ isGateway })
  await until(reader.flowHistory({ id: 1, limit: 5, reverse: true }))
  lcd.execute(1, { outcome: 'failed' })
  await settle()
  lcd.lag = 1
  const read = reader.flowHistory({ id: 1, limit: 5, reverse: true })
  setTimeout(() => {
    lcd.lag = 0
  }, 2_000)
  expect((await until(read)).history).toHaveLength(1)
})

test('accepts an older history of a gateway after an update, which changes no run', async () => {
  const { lcd, reader } = await start({ isGateway: true })
  lcd.updateFlow(1, { label: 'changed' })
  await settle()
  lcd.lag = 1
  expect((await until(reader.flowHistory({ id: 1, limit: 5, reverse: true }))).history).toEqual([])
  lcd.lag = 0
  expect((await until(reader.flow({ id: 1 }))).label).toBe('changed')
})

test.each(['height', 'latest_block_height'])(
  'a `%s` that is once too high does not make correct responses fail',
  async field => {
    const lcd = createLcd({ flows: [{}] })
    let isWrong = field === 'latest_block_height'
    const WebSocket = withMessages(lcd, data => {
      const raised = data.replace(
        new RegExp(`"${field}":"(\\d+)"`),
        (_, height) => `"${field}":"${Number(height) + 90}"`,
      )
      if (!isWrong || raised === data) return data
      isWrong = false
      return raised
    })
    const controller = new AbortController()
    onTestFinished(() => controller.abort())
    const onNodeHeight = vi.fn()
    const reader = createReader(clientOf(lcd, { rpc: lcd.rpc, WebSocket }), controller.signal, { onNodeHeight })
    await until(() => expect(onNodeHeight).toHaveBeenCalledWith(lcd.height))
    isWrong = field === 'height'
    lcd.execute(1)
    await settle()
    expect(isWrong).toBe(false)
    expect((await until(reader.flowHistory({ id: 1, limit: 5, reverse: true }))).history).toHaveLength(1)
  },
)
