import { address, createLcd, type Lcd } from '@flow-query/testing'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { until } from '../../../tests/setup/until.js'
import { countActive } from '../examples/collection.js'
import { flowAt } from '../examples/height.js'
import { logFlows } from '../examples/live.js'
import { logChanges } from '../examples/mirror.js'
import { flowsByOwner } from '../examples/scan.js'

describe('examples with an in-memory node', () => {
  const owners = [address('an owner'), address('another')]
  const flows = Array.from({ length: 250 }, (_, index) => ({ owner: owners[index % 5 ? 0 : 1] as string }))
  let lcd: Lcd

  beforeEach(() => {
    lcd = createLcd({ flows })
    vi.stubGlobal('fetch', lcd.fetch)
    vi.spyOn(console, 'log').mockImplementation(() => {})
  })

  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  test('scan: counts the flows of each owner and reports progress', async () => {
    expect([...(await flowsByOwner())]).toEqual([
      [owners[1], 50],
      [owners[0], 200],
    ])
    expect(console.log).toHaveBeenLastCalledWith(expect.stringMatching(/^250 of 250, \d+ per second$/))
    await expect(flowsByOwner(AbortSignal.abort('no'))).rejects.toBe('no')
  })

  test('height: returns an earlier state of a flow, null before it existed, and throws other errors', async () => {
    expect(await flowAt('1', lcd.height)).toMatchObject({ id: '1' })
    expect(await flowAt('251', lcd.height)).toBeNull()
    await expect(flowAt('1', lcd.height + 1_000)).rejects.toMatchObject({ kind: 'node' })
  })

  test('collection: counts active flows', async () => {
    expect(await countActive()).toBe(250)
    expect(await countActive(owners[1])).toBe(50)
    expect(await countActive(address('nobody'))).toBe(0)
  })

  test('mirror: logs the number of flows, and then changes', async () => {
    vi.stubGlobal('WebSocket', lcd.WebSocket)
    const controller = new AbortController()
    onTestFinished(() => controller.abort())
    await logChanges(controller.signal)
    expect(console.log).toHaveBeenCalledWith(expect.stringMatching(/^250 flows in block \d+$/))
    await until(() => expect(lcd.sockets).toBe(1))
    lcd.execute(7)
    const logged = () => expect(console.log).toHaveBeenCalledWith(`Flow 7: the next run is at ${lcd.flow(7)?.execTime}`)
    await until(logged)
    controller.abort()
    await until(() => expect(lcd.sockets).toBe(0))
  })

  test('live: logs an execution immediately, and closes the connection after the abort', async () => {
    vi.stubGlobal('WebSocket', lcd.WebSocket)
    const controller = new AbortController()
    onTestFinished(() => controller.abort())
    logFlows(controller.signal)
    await until(() => expect(console.log).toHaveBeenCalledWith('connected', ''))
    lcd.execute(7)
    const logged = expect.stringMatching(/^Flow 7: executed in block \d+$/)
    await until(() => expect(console.log).toHaveBeenCalledWith(logged))
    controller.abort()
    await until(() => expect(lcd.sockets).toBe(0))
  })
})
