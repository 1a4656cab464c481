import { type Alert, monitorFlows } from '@flow-query/monitor'
import { WebSocket } from 'ws'

/** Calls `notify` with each problem of an owner's flows and with its end, until the signal aborts. */
export async function monitorOwner(
  owner: string,
  notify: (text: string, alert: Alert) => void,
  signal: AbortSignal,
): Promise<void> {
  await monitorFlows(
    { lcd: 'https://lcd.example.org', rpc: 'https://rpc.example.org', WebSocket },
    {
      owners: [owner],
      chainId: 'intento-1',
      stateFile: 'monitor.json',
      onAlert: alert => notify(`${alert.status}: ${alert.title}`, alert),
      onNote: console.error,
      signal,
    },
  )
}
