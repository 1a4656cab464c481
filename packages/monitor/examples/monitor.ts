import { monitorFlows } from '@flow-query/monitor'
import { WebSocket } from 'ws'

/** Calls `notify` with each problem of an owner's flows and with its end, until the signal aborts. */
export async function monitorOwner(
  owner: string,
  stateFile: string,
  notify: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  await monitorFlows(
    { lcd: 'https://lcd.example.org', rpc: 'https://rpc.example.org', WebSocket },
    {
      owners: [owner],
      chainId: 'intento-1',
      stateFile,
      onAlert: ({ status, flow, title }) => notify(`${status}: ${flow ? `flow ${flow.id}` : 'node'}: ${title}`),
      onNote: console.error,
      signal,
    },
  )
}
