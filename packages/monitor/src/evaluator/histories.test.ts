import { createFlowClient, toDate } from '@flow-query/core'
import { createLcd } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import { createHistories } from './histories.js'

test('reads runs that another chain has not answered in time again after a reconnect', async () => {
  const lcd = createLcd({
    flows: [{ interval: '60s', selfHostedIca: { portId: 'icacontroller-owner', connectionId: 'connection-0' } }],
  })
  lcd.execute(1, { outcome: 'unacknowledged' })
  lcd.updateFlow(1, { interval: '86400s', execTime: '2027-01-01T00:00:00Z', endTime: '2028-01-01T00:00:00Z' })
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
  const histories = createHistories(client, () => true)
  const later = Date.now() + 2 * 3_600_000
  const flow = await until(client.flow({ id: 1 }))
  await until(histories.read([flow], later, new AbortController().signal))
  expect(histories.mustRead(flow, later)).toBe(false)

  lcd.answer(1)
  histories.reconnected()
  expect(histories.mustRead(flow, later)).toBe(true)
})

test.each([
  ['while there is no connection', ['disconnected', 'read', 'reconnected']],
  ['during a reconnect', ['disconnected', 'reconnected', 'read']],
] as const)('reads announced runs again if they were read %s', async (_, steps) => {
  const lcd = createLcd({ flows: [{ interval: '86400s', execTime: '2027-01-01T00:00:00Z' }] })
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
  const histories = createHistories(client, () => true)
  const flow = await until(client.flow({ id: 1 }))
  const { signal } = new AbortController()
  await until(histories.read([flow], Date.now(), signal))
  histories.applyEvents([{ type: 'executed', id: '1', height: lcd.height, owner: null }])

  const reading = histories.read([flow], Date.now(), signal)
  for (const step of steps) {
    if (step === 'read') await until(reading)
    else histories[step]()
  }
  expect(histories.mustRead(flow, Date.now())).toBe(true)
})

test('reads a flow again until it is certain that it is over', async () => {
  const lcd = createLcd({ flows: [{ interval: '86400s', execTime: '2027-01-01T00:00:00Z' }] })
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
  const before = await until(client.flow({ id: 1 }))
  lcd.updateFlow(1, { configuration: { ...before.configuration, stopOnFailure: true } })
  lcd.execute(1, { outcome: 'failed' })
  const flow = await until(client.flow({ id: 1 }))
  const ranAt = toDate(flow.execTime)?.getTime() ?? Number.NaN
  const { signal } = new AbortController()

  const node = { ...client }
  // Lags behind, so the flow looks as if it ran again.
  node.flow = async () => before
  const histories = createHistories(node, () => true)
  await until(histories.read([flow], ranAt, signal))
  node.flow = client.flow
  histories.applyEvents([{ type: 'executed', id: '1', height: lcd.height, owner: null }])
  await until(histories.read([flow], ranAt, signal))
  expect(histories.mustRead(flow, ranAt)).toBe(true)

  await until(histories.read([flow], ranAt + 30_000, signal))
  expect(histories.mustRead(flow, ranAt + 30_000)).toBe(false)
})
