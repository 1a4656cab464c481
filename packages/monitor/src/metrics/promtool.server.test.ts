import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLcd } from '@flow-query/testing'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { registerFlowMetrics, registerNodeMetrics } from './chain.js'
import { createNodeChecks } from './nodes.js'

const folder = fileURLToPath(new URL('../../prometheus/', import.meta.url))

function promtool(args: string[], input = ''): string {
  return execFileSync('promtool', args, { cwd: folder, input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] })
}

test('the alert rules are valid', () => {
  expect(promtool(['check', 'rules', '--lint=all', '--lint-fatal', 'alerts.yml'])).toContain('SUCCESS')
})

test('the alert rules pass their unit tests', () => {
  expect(promtool(['test', 'rules', 'alerts.test.yml'])).toContain('SUCCESS')
})

test('each query of the dashboard is valid', () => {
  const { panels } = JSON.parse(readFileSync(join(folder, 'dashboard.json'), 'utf8')) as {
    panels: { targets?: { expr: string }[] }[]
  }
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  const rules = queries.map((query, index) => ({
    record: `query:${index}`,
    expr: query.replaceAll('$__rate_interval', '5m').replaceAll('$job', '.*').replaceAll('$instance', '.*'),
  }))
  const temporary = mkdtempSync(join(tmpdir(), 'flow-query-'))
  try {
    const file = join(temporary, 'rules.json')
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
    expect(promtool(['check', 'rules', file])).toContain(`SUCCESS: ${queries.length} rules found`)
  } finally {
    rmSync(temporary, { recursive: true })
  }
})

test('the exposition passes the linter of Prometheus', async () => {
  const lcd = createLcd()
  const registry = new Registry()
  const nodes = createNodeChecks({ chain: { lcd: lcd.url, fetch: lcd.fetch } })
  registerNodeMetrics(registry, nodes)
  registerFlowMetrics(registry, { evaluation: () => undefined })
  expect(promtool(['check', 'metrics'], await registry.metrics())).toBe('')
})
