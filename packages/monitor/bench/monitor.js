import { monitorFlows } from '@flow-query/monitor'
import { WebSocket } from 'ws'
import { processorSeconds, serveCommands } from '../../../tests/setup/child.js'
import { advance, installVirtualTime, requestCount, settle } from './virtual-time.js'

// Runs a monitor with subscriptions, whose time moves only with `advance`.

let isReady = false

serveCommands({
  async start({ lcd, now, ...subscriptions }) {
    installVirtualTime(now)
    monitorFlows(
      { lcd, rpc: lcd, WebSocket },
      {
        subscriptions: { ...subscriptions, port: 0, allowPrivate: true },
        stateFile: `${subscriptions.store}.incidents`,
        onNote: () => {},
        onReady() {
          isReady = true
        },
        signal: new AbortController().signal,
      },
    )
    await settle()
  },
  advance,
  isReady: () => isReady,
  async usage() {
    for (let round = 0; round < 3; round++) {
      globalThis.gc()
      await settle()
    }
    const { heapUsed, external, rss } = process.memoryUsage()
    return { requests: requestCount(), seconds: processorSeconds(), memory: heapUsed + external, rss }
  },
})
