import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, watch } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLcd, state } from '@flow-query/testing'
import { serveLcd } from '@flow-query/testing/serve'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Alert } from '../src/index.js'
import { startReceiver } from './receiver.js'

interface Point {
  /** The monitor is killed after it writes to the folder of its state file, sends a request to the webhook, or receives a response. */
  after: 'write' | 'request' | 'response'
  /** The number of these events before the kill. If the monitor has reported all failures earlier, it is killed at that time. */
  times: number
  /** The time between the last of these events and the kill, in milliseconds. */
  delay: number
  /** The number of flows that begin to fail before the monitor starts. More than 20 are sent as one digest. */
  failures: number
}

const points = fc.record<Point>({
  after: fc.constantFrom('write', 'request', 'response'),
  times: fc.integer({ min: 1, max: 4 }),
  delay: fc.integer({ min: 0, max: 30 }),
  failures: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 2 }) }, fc.constant(21)),
})

/**
 * Kills monitors at random points while flows begin to fail, and then lets one finish. Expects that each failure was reported, and that
 * all reports of a failure have the same ID and the same content.
 *
 * @throws {Error} with the seed that generates the same points again
 */
export async function expectNoLostAlerts(kills: number, seed: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'flow-query-kill-'))
  const sample = fc.sample(points, { numRuns: kills, seed })
  const count = sample.reduce((sum, { failures }) => sum + failures, 0)
  const flows = Array.from({ length: count + 10 }, () => ({ interval: '3600s' }))
  const chain = state({ flows, history: Object.fromEntries(flows.map((_, index) => [index + 1, [{}]])) })
  const lcd = createLcd({ state: chain, clock: Date.now })
  for (const { owner, feeAddress } of chain.flows)
    for (const account of [owner, feeAddress]) lcd.deposit(account, { denom: 'uinto', amount: '1000000000000' })
  const served = await serveLcd(lcd)
  let onRequest = (respond: (onSent?: () => void) => void) => respond()
  const receiver = await startReceiver(response => onRequest(onSent => response.end(onSent)))
  const start = (): ChildProcess => {
    const program = fileURLToPath(new URL('process.js', import.meta.url))
    const args = [program, served.url, receiver.url, join(folder, 'state.json')]
    return spawn(process.execPath, args, { stdio: 'inherit' })
  }
  let failing = 0
  let child: ChildProcess | undefined
  try {
    for (const { after, times, delay, failures } of sample) {
      for (let index = 0; index < failures; index++) lcd.execute(++failing, { outcome: 'failed' })
      let timer: NodeJS.Timeout | undefined
      const kill = () => {
        timer ??= setTimeout(() => child?.kill('SIGKILL'), delay)
      }
      const done = { write: 0, request: 0, response: 0 }
      const isPoint = (what: Point['after']) => ++done[what] >= times && what === after
      const watcher = watch(folder, () => {
        if (isPoint('write')) kill()
      })
      onRequest = respond => {
        if (isPoint('request')) return kill()
        respond(() => {
          if (isPoint('response') || reportedFlows().size === failing) kill()
        })
      }
      child = start()
      const [exitCode] = await once(child, 'close')
      // A monitor never ends without being killed.
      expect(exitCode).toBeNull()
      watcher.close()
      clearTimeout(timer)
    }
    onRequest = respond => respond()
    child = start()
    await expect.poll(() => reportedFlows().size, { timeout: 600_000 }).toBe(failing)
    child.kill('SIGKILL')
    await once(child, 'close')

    for (const [flow, requests] of reportedFlows()) {
      expect(new Set(requests.map(({ id }) => id)).size, `flow ${flow}`).toBe(1)
      expect(new Set(requests.map(({ body }) => body)).size, `flow ${flow}`).toBe(1)
    }
    const kinds = receiver.requests.flatMap(({ body }) => alertsOf(body).map(({ kind, status }) => `${status} ${kind}`))
    expect(new Set(kinds)).toEqual(new Set(['open flow.failing']))
  } catch (cause) {
    throw new Error(`FLOW_QUERY_SEED=${seed}`, { cause })
  } finally {
    child?.kill('SIGKILL')
    await served.close()
    await receiver.close()
    rmSync(folder, { recursive: true })
  }

  /** The accepted and the unanswered requests by flow. */
  function reportedFlows(): Map<string, { id: string; body: string }[]> {
    const accepted = receiver.delivered()
    const flows = new Map<string, { id: string; body: string }[]>()
    for (const { id, body } of receiver.requests) {
      if (!accepted.has(id)) continue
      for (const { flow } of alertsOf(body)) {
        const key = flow?.id ?? 'node'
        flows.set(key, [...(flows.get(key) ?? []), { id, body }])
      }
    }
    return flows
  }
}

/** Returns the alerts of a message. If monitors are killed before they report anything, the next one sends a digest. */
function alertsOf(body: string): Alert[] {
  const { data } = JSON.parse(body)
  return data.alerts ?? [data]
}
