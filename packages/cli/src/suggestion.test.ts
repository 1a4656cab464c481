import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeNodes, recordedNode } from '../test/node.js'
import { leftOn, run, runInTerminal } from '../test/run.js'
import type { Context } from './settings.js'
import { suggest } from './suggestion.js'
import { createOutput } from './terminal/output.js'

let url: string
beforeAll(async () => {
  url = recordedNode('v1').served.url
})
afterAll(closeNodes)

const owner = 'into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07'

test.each([
  ['flow 1', 'flow-query explain 1'],
  ['explain 1', 'flow-query history 1'],
  ['history 1', 'flow-query explain 1'],
  ['history 1 --all', 'flow-query explain 1'],
  ['flows --limit 3', 'flow-query flow 1'],
  ['flows --all', 'flow-query flow 1'],
  ['flows --search pay', 'flow-query flow '],
  ['failing --days 9999 --limit 1', 'flow-query explain '],
  ['forecast 1', 'flow-query history 1'],
  [`forecast --owner ${owner}`, 'flow-query '],
  [`stats --owner ${owner}`, `flow-query failing --owner ${owner}`],
  ['stats', 'flow-query failing'],
  ['params', 'flow-query agents'],
  ['agents', 'flow-query agent into1'],
  ['agents --all', 'flow-query agent into1'],
  ['burnt', 'flow-query params'],
])('%s ends with the command that comes next', async (command, next) => {
  const { screen } = await runInTerminal(100, [...command.split(' '), '--lcd', url], { NO_COLOR: '1' })
  const last = leftOn(screen).trimEnd().split('\n').at(-1)
  expect(last).toMatch(/^To [a-z ]+, run: flow-query [\w .-]+ --lcd http/)
  expect(last).toContain(`run: ${next}`)
  expect(last?.endsWith(' --lcd http://127.0.0.1:1317')).toBe(true)
})

test('scripts get no suggestion', async () => {
  expect(await run(['flow', '1', '--lcd', url])).toMatchObject({ stderr: '', status: 0 })
  const { screen } = await runInTerminal(100, ['flow', '1', '--json', '--lcd', url], { NO_COLOR: '1' })
  expect(() => JSON.parse(screen)).not.toThrow()
})

describe('the options of the suggested command', () => {
  const suggested = (command: string, settings: Partial<Context['settings']>, env: Record<string, string> = {}) => {
    const stderr = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true })
    const terminal = { stdin: new PassThrough(), stdout: new PassThrough(), stderr, env }
    const context: Context = {
      settings: { lcd: [], pathVersion: 'auto', color: false, ...settings },
      signal: new AbortController().signal,
      terminal,
    }
    suggest(context, createOutput(context), 'see more', command)
    return stderr.read()
  }

  test('select the same node', () => {
    expect(suggested('flow 1', { embedded: true })).toBe('To see more, run: flow-query flow 1 --embedded\n')
    const settings = { lcd: ['https://a', 'https://b'], rpc: 'https://c', service: 'x', pathVersion: 'v1' } as const
    expect(suggested('flow 1', settings)).toBe(
      'To see more, run: flow-query flow 1 --lcd https://a --lcd https://b --rpc https://c --service x --path-version v1\n',
    )
    const registry = { chainName: 'intento', chainRegistry: 'chain.json' }
    expect(suggested('flow 1', registry)).toBe(
      'To see more, run: flow-query flow 1 --chain-name intento --chain-registry chain.json\n',
    )
    const env = { FLOW_QUERY_LCD: 'https://a', FLOW_QUERY_RPC: 'https://c' }
    expect(suggested('flow 1', { lcd: ['https://a'], rpc: 'https://c' }, env)).toBe(
      'To see more, run: flow-query flow 1\n',
    )
  })

  test('contain nothing that a shell would run, and no passwords', () => {
    for (const command of [
      'flows --connection $(reboot)',
      'agent a;b',
      'sync postgres://me:secret@host/db',
      'flow `x`',
    ])
      expect(suggested(command, { embedded: true })).toBeNull()
  })
})
