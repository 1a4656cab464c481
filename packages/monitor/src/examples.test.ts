import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLcd, state } from '@flow-query/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { until } from '../../../tests/setup/until.js'
import { monitorOwner } from '../examples/monitor.js'

const failed = { executed: false, errors: ['insufficient funds'] }
const lcd = vi.hoisted(() => ({ WebSocket: undefined as unknown }))
vi.mock('ws', () => ({
  get WebSocket() {
    return lcd.WebSocket
  },
}))

const folder = mkdtempSync(join(tmpdir(), 'flow-query-example-'))
afterEach(() => {
  vi.unstubAllGlobals()
  rmSync(folder, { recursive: true })
})

test('the example reports a failing flow until it is stopped', async () => {
  const chain = createLcd({ state: state({ flows: [{ label: 'Rent' }], history: { 1: [failed] } }) })
  lcd.WebSocket = chain.WebSocket
  vi.stubGlobal('fetch', chain.fetch)
  const { owner = '', feeAddress = '' } = chain.flow(1) ?? {}
  for (const account of [owner, feeAddress]) chain.deposit(account, { denom: 'uinto', amount: '1000000000000' })
  const stop = new AbortController()
  const seen: string[] = []
  const running = monitorOwner(owner, join(folder, 'state.json'), text => seen.push(text), stop.signal)
  await until(() => expect(seen).toEqual([expect.stringContaining('open: flow 1: Failing')]))
  stop.abort(new Error('stopped by the test'))
  await expect(until(running)).rejects.toThrow('stopped by the test')
})
