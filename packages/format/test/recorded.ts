import { readFileSync } from 'node:fs'
import { createFlowClient, type Flow, type FlowClient, type FlowHistoryEntry, v1, v1beta1 } from '@flow-query/core'
import { scanFlowHistory, scanFlows } from '@flow-query/core/scan'
import { createClock, createLcd, replayRecordings, stateFromRecording } from '@flow-query/testing'

export const folders = ['v1', 'v1-1.0.0', 'v1-interchain', 'v1beta1', 'v1beta1-0.8.3', 'v1beta1-interchain'] as const

const recording = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../testing/recordings/${name}`, import.meta.url), 'utf8'))

/** Creates a node with the recorded accounts of a height, at the time of its block. */
export function forecastLcd() {
  const time = '2026-11-22T19:27:34.223595747Z'
  const exchanges = [...recording('v1-forecast/state.json'), ...recording('v1-forecast/exchanges.json')]
  const state = { ...stateFromRecording(exchanges), height: 3882, time }
  return createLcd({ state, clock: createClock(time).now })
}

/** Returns the recorded flows with their whole histories, oldest first, and the time of the newest execution. */
export async function recordedFlows(
  folder: (typeof folders)[number] | 'v1-forecast' | 'v1-truth',
): Promise<{ flows: { flow: Flow; history: FlowHistoryEntry[] }[]; time: number }> {
  const client = recordedClient(folder)
  const flows: { flow: Flow; history: FlowHistoryEntry[] }[] = []
  for await (const flow of scanFlows(client)) {
    const history: FlowHistoryEntry[] = []
    for await (const entry of scanFlowHistory(client, { id: flow.id })) history.push(entry)
    flows.push({ flow, history })
  }
  const times = flows.flatMap(({ history }) => history.map(({ actualExecTime }) => Date.parse(actualExecTime)))
  return { flows, time: Math.max(...times) }
}

/** Returns the errors of the flows that were submitted from recorded drafts. */
export function errorsOfDrafts(folder: 'v1-drafts' | 'v1-drafts-2'): string[] {
  const drafts: { submitted?: { runs: { errors: string[] }[] } }[] = recording(`${folder}/drafts.json`)
  const errors = drafts.flatMap(({ submitted }) => submitted?.runs.flatMap(run => run.errors) ?? [])
  return Array.from(new Set(errors))
}

function recordedClient(folder: string): FlowClient {
  if (folder === 'v1-truth')
    return createFlowClient({
      lcd: 'http://node',
      fetch: replayRecordings({ 'http://node': recording('v1-truth/end.json') }),
    })
  const state = stateFromRecording(recording(`${folder}/state.json`))
  const version = folder.startsWith('v1beta1') ? v1beta1 : v1
  const lcd = createLcd({ version: version === v1 ? 'v1' : 'v1beta1', state })
  return createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, versions: [version] })
}
