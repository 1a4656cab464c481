import { readFileSync } from 'node:fs'
import {
  createFlowClient,
  type Flow,
  type FlowHistoryEntry,
  scanFlowHistory,
  scanFlows,
  v1,
  v1beta1,
} from '@flow-query/core'
import { createLcd, stateFromRecording } from '@flow-query/testing'

export const folders = ['v1', 'v1-1.0.0', 'v1-interchain', 'v1beta1', 'v1beta1-0.8.3', 'v1beta1-interchain'] as const

/** Returns the recorded flows with their whole histories, oldest first, and the time of the newest execution. */
export async function recordedFlows(
  folder: (typeof folders)[number],
): Promise<{ flows: { flow: Flow; history: FlowHistoryEntry[] }[]; time: number }> {
  const file = new URL(`../../testing/recordings/${folder}/state.json`, import.meta.url)
  const state = stateFromRecording(JSON.parse(readFileSync(file, 'utf8')))
  const version = folder.startsWith('v1beta1') ? v1beta1 : v1
  const lcd = createLcd({ version: version === v1 ? 'v1' : 'v1beta1', state })
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, versions: [version] })
  const flows: { flow: Flow; history: FlowHistoryEntry[] }[] = []
  for await (const flow of scanFlows(client)) {
    const history: FlowHistoryEntry[] = []
    for await (const entry of scanFlowHistory(client, { id: flow.id })) history.push(entry)
    flows.push({ flow, history })
  }
  const times = flows.flatMap(({ history }) => history.map(({ actualExecTime }) => Date.parse(actualExecTime)))
  return { flows, time: Math.max(...times) }
}
