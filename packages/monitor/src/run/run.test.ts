import { createLcd } from '@flow-query/testing'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import { monitorFlows } from './run.js'

test('a chain that changes every two seconds leaves no listeners behind', async () => {
  const warnings: Error[] = []
  const onWarning = (warning: Error) => warnings.push(warning)
  process.on('warning', onWarning)
  onTestFinished(() => void process.off('warning', onWarning))
  const stopped = new AbortController()
  const lcd = createLcd({ flows: [{ interval: '3600s' }], clock: Date.now })
  const chain = { lcd: lcd.url, fetch: lcd.fetch, rpc: lcd.rpc, WebSocket: lcd.WebSocket }
  const ended = monitorFlows(chain, { signal: stopped.signal }).catch(() => {})
  for (let run = 0; run < 20; run++) {
    const readBefore = lcd.requests.length
    const start = Date.now()
    lcd.execute(1)
    await until(() => lcd.requests.length > readBefore && Date.now() > start + 2_000)
  }
  stopped.abort()
  await until(ended)
  expect(warnings).toEqual([])
})
