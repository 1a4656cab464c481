import { watchFlows } from '@flow-query/core/live'

export function logFlows(signal: AbortSignal): void {
  watchFlows({
    rpc: 'https://rpc.example.org',
    onEvent: ({ type, id, height }) => console.log(`Flow ${id}: ${type} in block ${height}`),
    onStatus: ({ state, error }) => console.log(state, error?.message ?? ''),
    signal,
  })
}
