import { createLcd } from '@flow-query/testing'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { registerNodeMetrics } from './chain.js'
import { createNodeChecks } from './nodes.js'

test('reports height, lag and errors of each node', async () => {
  const good = createLcd()
  const slow = createLcd()
  let isBroken = false
  const fetchFrom: typeof fetch = (input, init) => {
    const url = new URL(String(input))
    if (isBroken && url.host === 'slow.example') return Promise.reject(new TypeError('connection refused'))
    const lcd = url.host === 'slow.example' ? slow : good
    return lcd.fetch(`${lcd.url}${url.pathname}${url.search}`, init)
  }
  const nodes = createNodeChecks({
    chain: { lcd: ['http://good.example', 'http://slow.example'], chainId: 'test', fetch: fetchFrom },
    maxAge: -1,
  })
  slow.lag = 7
  const [first, second] = await nodes.check()
  expect([first?.node, second?.node]).toEqual(['good.example', 'slow.example'])
  expect(first?.isUp).toBe(true)
  expect((first?.height ?? 0) - (second?.height ?? 0)).toBe(7)

  const registry = new Registry()
  registerNodeMetrics(registry, nodes)
  isBroken = true
  const text = await registry.metrics()
  expect(text).toContain('intento_node_up{node="good.example"} 1')
  expect(text).toContain('intento_node_up{node="slow.example"} 0')
  expect(text).toMatch(/intento_node_errors_total\{node="slow.example",kind="network"\} [1-9]/)
  expect(text).toContain('intento_node_lag_blocks{node="good.example"} 0')
})

test('one scrape sends one request per node', async () => {
  const lcd = createLcd()
  let requests = 0
  const nodes = createNodeChecks({
    chain: {
      lcd: lcd.url,
      fetch: (input, init) => {
        requests++
        return lcd.fetch(input, init)
      },
    },
  })
  const registry = new Registry()
  registerNodeMetrics(registry, nodes)
  await registry.metrics()
  expect(requests).toBe(1)
})
