import type { Lcd } from '@flow-query/testing'
import { expect, onTestFinished } from 'vitest'
import { waitFor } from '../../../tests/setup/wait-for.js'
import { monitorFlows } from '../src/index.js'
import type { SubscriptionsOptions } from '../src/subscriptions/subscriptions.js'

/** Starts a monitor with subscriptions, without alerts about accounts that are nearly empty. */
export async function startMonitor(
  lcd: Lcd,
  { subscriptions, stateFile }: { subscriptions: SubscriptionsOptions; stateFile?: string },
) {
  const stopped = new AbortController()
  const urls: string[] = []
  const ended = monitorFlows(
    { lcd: lcd.url, fetch: lcd.fetch, rpc: lcd.rpc, WebSocket: lcd.WebSocket },
    {
      subscriptions: { port: 0, allowPrivate: true, onOpen: url => urls.push(url), ...subscriptions },
      ...{ stateFile, minRuns: 0, minTime: 0 },
      signal: stopped.signal,
    },
  ).catch((error: unknown) => error)
  async function stop() {
    stopped.abort()
    await ended
  }
  onTestFinished(stop)
  const url = await waitFor(() => urls[0] ?? expect.fail())
  async function post(path: string, body: object) {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return response.json()
  }
  return { url, ended, stop, post }
}
