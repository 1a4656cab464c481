import { createFlowClient } from '@flow-query/core'
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
