import { readdirSync, readFileSync } from 'node:fs'
import { address, createLcd } from '@flow-query/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { countActive } from '../examples/collection.js'
import { flowAt } from '../examples/height.js'
import { report } from '../examples/insights.js'
import { logFlows } from '../examples/live.js'
import { flowsByOwner } from '../examples/scan.js'
import { recordedLcd } from '../test/recordings.js'

const home = new URL('../', import.meta.url)
const textOf = (path: string) => readFileSync(new URL(path, home), 'utf8')

test.each(readdirSync(new URL('examples', home)))('the README shows %s, word for word', file => {
  expect(textOf('README.md')).toContain(`\`\`\`ts\n${textOf(`examples/${file}`)}\`\`\`\n`)
})

test('the README of the project shows how to read everything, word for word', () => {
  expect(textOf('../../README.md')).toContain(`\`\`\`ts\n${textOf('examples/scan.ts')}\`\`\`\n`)
})

describe('against a node in memory', () => {
  const owners = [address('an owner'), address('another')]
  const flows = Array.from({ length: 250 }, (_, index) => ({ owner: owners[index % 5 ? 0 : 1] as string }))
  const lcd = createLcd({ flows })

  beforeEach(() => {
    vi.stubGlobal('fetch', lcd.fetch)
    vi.spyOn(console, 'log').mockImplementation(() => {})
  })

  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  test('scan: counts the flows of each owner, and tells how far it is', async () => {
    expect([...(await flowsByOwner())]).toEqual([
      [owners[1], 50],
      [owners[0], 200],
    ])
    expect(console.log).toHaveBeenLastCalledWith(expect.stringMatching(/^250 of 250, \d+ per second$/))
    await expect(flowsByOwner(AbortSignal.abort('no'))).rejects.toBe('no')
  })

  test('height: a flow as it was, null before there was one, and no other error is taken for that', async () => {
    expect(await flowAt('1', lcd.height)).toMatchObject({ id: '1' })
    expect(await flowAt('251', lcd.height)).toBeNull()
    await expect(flowAt('1', lcd.height + 1_000)).rejects.toMatchObject({ kind: 'node' })
  })

  test('collection: counts what will run again', async () => {
    expect(await countActive()).toBe(250)
    expect(await countActive(owners[1])).toBe(50)
    expect(await countActive(address('nobody'))).toBe(0)
  })

  test('insights: what an owner should know of their flows', async () => {
    const lcd = recordedLcd('v1')
    vi.stubGlobal('fetch', lcd.fetch)
    vi.useFakeTimers({ toFake: ['Date'], now: lcd.now() })
    await report('into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07')
    expect(vi.mocked(console.log).mock.calls.flat()).toEqual([
      'Pay rent (new label) stopped, run 4: feeBalanceTooLow',
      'Pay rent (new label): 3 runs for 57600 uinto',
      'Stündlich 日本語 🚀: 6 runs for 115200 uinto',
      'Stake 5 INTO stopped, run 1: stopOnSuccess',
      'Stake 5 INTO: 1 runs for 42160 uinto',
      'Autocompound: 30 runs for 2313600 uinto',
      'Compare rewards stopped, run 3: comparisons',
      'Compare rewards: 1 runs for 47520 uinto',
      'No responses kept: 6 runs for 115200 uinto',
      'Every 5s: 50 runs for 960000 uinto',
      'ICA without a connection: 0 runs for 116000 uinto',
      'Every 5s runs in 5 s',
      'Every 5s runs in 10 s',
      'Every 5s runs in 15 s',
    ])
  })

  test('live: logs an execution as it happens, and nothing after the abort', async () => {
    vi.stubGlobal('WebSocket', lcd.WebSocket)
    const controller = new AbortController()
    logFlows(controller.signal)
    await vi.waitFor(() => expect(console.log).toHaveBeenLastCalledWith('connected', ''))
    lcd.execute(7)
    const { height } = lcd
    await vi.waitFor(() => expect(console.log).toHaveBeenLastCalledWith(`Flow 7: executed in block ${height}`))
    controller.abort()
    await vi.waitFor(() => expect(lcd.sockets).toBe(0))
  })
})
