import { createLcd, flow } from '@flow-query/testing'
import { serveLcd } from '@flow-query/testing/serve'
import { expect, test, vi } from 'vitest'
import { serveNodes } from '../examples/gateway.js'

// The example listens on a port.
test('the example serves flows until it is stopped', async () => {
  const served = await serveLcd(createLcd({ flows: [flow({ label: 'Pay rent' })] }))
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const stop = await serveNodes([served.url], served.rpc, 0)
  const [, port] = /:(\d+) as/.exec(log.mock.calls.join()) ?? []
  const response = await fetch(`http://127.0.0.1:${port}/intento/intent/v1/flow/1`)
  expect(await response.text()).toContain('Pay rent')
  expect(log.mock.calls.join()).toMatch(/^Pages use http:\/\/\S+:\d+ as `lcd` and as `rpc`\.$/)
  await stop()
  log.mockRestore()
  await served.close()
})
