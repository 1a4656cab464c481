import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createGatewayMetrics, measureRequests } from './metrics.js'

const folder = new URL('../../../monitor/prometheus/', import.meta.url)
const guide = readFileSync(new URL('../../../../apps/docs/pages/guides/prometheus.md', import.meta.url), 'utf8')
const used = ['alerts.yml', 'dashboard.json'].map(file => readFileSync(new URL(file, folder), 'utf8')).join('\n')

test('the alert rules and the dashboard use all metrics of the gateway, and no others', async () => {
  const metrics = createGatewayMetrics()
  measureRequests(Fastify(), metrics)
  const exposition = await metrics.registry.metrics()
  const types = new Map(
    [...exposition.matchAll(/^# TYPE (flow_query_\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]),
  )
  const names = new Set(
    Array.from(used.match(/\bflow_query_gateway_[a-z_]+/g) ?? [], name =>
      types.has(name) ? name : name.replace(/_(bucket|sum|count)$/, ''),
    ),
  )
  expect([...names].sort()).toEqual([...types.keys()].sort())
  for (const [name = '', type] of types) {
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter'])
    if (type === 'histogram') expect(name).toMatch(/_seconds$/)
  }
})

test('the guide describes each metric of the gateway', async () => {
  const metrics = createGatewayMetrics()
  measureRequests(Fastify(), metrics)
  const exposition = await metrics.registry.metrics()
  const expected = Array.from(
    exposition.matchAll(/^# HELP (flow_query_\S+) (.*)\n# TYPE \S+ (\S+)$/gm),
    ([, name, help, type]) => ({ name, type, help }),
  )
  const rows = Array.from(
    guide.matchAll(/^\| `(flow_query_\w+)` \| (\w+) \| [^|]* \| (.*) \|$/gm),
    ([, name, type, help]) => ({ name, type, help }),
  )
  expect(rows).toEqual(expected)
})
