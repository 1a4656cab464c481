import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLcd, state } from '@flow-query/testing'
import { serveLcd } from '@flow-query/testing/serve'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Alert } from '../src/index.js'
import { startReceiver } from './receiver.js'

/** When a monitor is killed. */
interface Point {
  /** After this number of requests to the webhook. With 0, after `milliseconds` without waiting for a request. */
  request: number
  /** Whether the monitor is killed before it receives the response. */
  isBefore: boolean
  milliseconds: number
  /** The number of flows that begin to fail before the monitor starts. */
  failures: number
}

const points = fc.record<Point>({
  request: fc.integer({ min: 0, max: 4 }),
  isBefore: fc.boolean(),
  milliseconds: fc.integer({ min: 0, max: 30 }),
  failures: fc.integer({ min: 1, max: 4 }),
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
  const flows = Array.from({ length: 4 * kills }, () => ({ interval: '3600s' }))
  const chain = state({ flows, history: Object.fromEntries(flows.map((_, index) => [index + 1, [{}]])) })
  const lcd = createLcd({ state: chain, clock: Date.now })
  for (const { owner, feeAddress } of chain.flows)
    for (const account of [owner, feeAddress]) lcd.deposit(account, { denom: 'uinto', amount: '1000000000000' })
  const served = await serveLcd(lcd)
  let onRequest = (_respond: () => void) => {}
  const receiver = await startReceiver(response => onRequest(() => response.end()))
  const start = (): ChildProcess => {
    const program = fileURLToPath(new URL('process.js', import.meta.url))
    const args = [program, served.url, receiver.url, join(folder, 'state.json')]
    return spawn(process.execPath, args, { stdio: 'inherit' })
  }
  let failing = 0
  let child: ChildProcess | undefined
  try {
    for (const { request, isBefore, milliseconds, failures } of sample) {
      for (let count = 0; count < failures; count++) lcd.execute(++failing, { outcome: 'failed' })
      let requests = 0
      let timer: NodeJS.Timeout | undefined
      child = start()
      const kill = () => {
        timer ??= setTimeout(() => child?.kill('SIGKILL'), milliseconds)
      }
      onRequest = respond => {
        if (++requests === request && isBefore) return kill()
        respond()
        if (requests >= request) kill()
      }
      // With few new failures, there are fewer requests than that.
      const latest = setTimeout(kill, request === 0 ? milliseconds * 40 : 4_000)
      const [exitCode] = await once(child, 'close')
      // A monitor never ends without being killed.
      expect(exitCode).toBeNull()
      clearTimeout(latest)
      clearTimeout(timer)
    }
    onRequest = respond => respond()
    child = start()
    await expect.poll(() => reportedFlows().size).toBe(failing)
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
