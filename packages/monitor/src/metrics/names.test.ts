import { readFileSync } from 'node:fs'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { registerFlowMetrics, registerNodeMetrics } from './chain.js'
import { chainMetrics } from './definitions.js'

const folder = new URL('../../prometheus/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')

/** Returns the names of the chain metrics that a text contains. */
function namesIn(text: string): Set<string> {
  return new Set(text.match(/\bintento_[a-z_]+/g))
}

interface Panel {
  type: string
  title: string
  description?: string
  datasource?: { uid: string }
  targets?: { expr: string }[]
}
const dashboard: { panels: Panel[] } = JSON.parse(read('dashboard.json'))
const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

test('the exposition contains exactly the defined metrics, with their types and help texts', async () => {
  const registry = new Registry()
  registerNodeMetrics(registry, { check: async () => [] })
  registerFlowMetrics(registry, { evaluation: () => undefined })
  const text = await registry.metrics()
  const types = Object.fromEntries([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]))
  expect(types).toEqual(Object.fromEntries(Object.entries(chainMetrics).map(([name, { type }]) => [name, type])))
})

test.each(['alerts.yml', 'alerts.test.yml', 'dashboard.json'])('%s only uses metrics that exist', file => {
  for (const name of namesIn(read(file))) expect(Object.keys(chainMetrics)).toContain(name)
})

test('the rules and the dashboard use all metrics', () => {
  const used = namesIn(read('alerts.yml') + expressions.join('\n'))
  expect(Object.keys(chainMetrics).filter(name => !used.has(name))).toEqual([])
})

test('each alert has a test', () => {
  const alerts = [...read('alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const tested = new Set([...read('alerts.test.yml').matchAll(/alertname: (\w+)/g)].map(([, name]) => name))
  expect(alerts.filter(name => !tested.has(name ?? ''))).toEqual([])
})

test('each panel uses the data source variable, and each expression the job and instance variables', () => {
  for (const { title, datasource, targets } of dashboard.panels)
    if (targets) expect([title, datasource?.uid]).toEqual([title, `\${datasource}`])
  for (const expression of expressions) {
    expect(expression).toContain('job=~"$job", instance=~"$instance"')
    // Braces and parentheses are balanced.
    for (const [open, close] of ['()', '{}', '[]'].map(pair => [...pair]))
      expect(expression.split(open ?? '').length).toBe(expression.split(close ?? '').length)
  }
})

test('each panel has a description', () => {
  const panels = dashboard.panels.filter(({ type }) => type !== 'row')
  expect(panels.filter(({ description }) => !description).map(({ title }) => title)).toEqual([])
})

const guide = readFileSync(new URL('../../../../apps/docs/pages/guides/prometheus.md', import.meta.url), 'utf8')

test('each alert links to its section in the guide', () => {
  const rules = read('alerts.yml')
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? '')
  const links = [...rules.matchAll(/runbook_url: ".*\/guides\/prometheus#(\w+)"/g)].map(([, anchor]) => anchor)
  expect(links).toEqual(alerts.map(name => name.toLowerCase()))
  expect([...guide.matchAll(/^### ((?:Intento|FlowQuery)\w+)$/gm)].map(([, name]) => name)).toEqual(alerts)
})

test('the guide describes each metric', () => {
  const rows = guide.split('\n').filter(line => line.startsWith('| `intento_'))
  const code = (text: string) => `\`${text}\``
  const expected = Object.entries(chainMetrics).map(([name, { type, labels, help }]) => {
    const cells = [code(name), type, labels.map(code).join(', '), help]
    return `| ${cells.join(' | ')} |`
  })
  expect(rows).toEqual(expected)
})

test('the guide describes each alert', () => {
  const alerts = [...read('alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const described = [...guide.matchAll(/^\| `(Intento\w+|FlowQuery\w+)` \|/gm)].map(([, name]) => name)
  expect(described).toEqual(alerts)
})

test('the queries in the guide only use metrics that exist', () => {
  for (const name of namesIn(guide)) expect(Object.keys(chainMetrics)).toContain(name)
})
