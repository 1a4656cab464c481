import * as messages from '../chain/api/messages.js'
import type { Flow, HistoryEntry, Params, TrustlessAgent } from '../chain/state.js'
import { goJson } from '../go/text.js'
import type { Release, Version } from '../releases.js'

/** Prints items in the JSON of a release, and measures them in its protobuf. */
export interface Encoder {
  flow: (flow: Flow) => string
  flowSize: (flow: Flow) => number
  entry: (entry: HistoryEntry) => string
  entrySize: (entry: HistoryEntry) => number
  params: (params: Params) => string
  agent: (agent: TrustlessAgent) => string
  names: BodyNames
}

export interface BodyNames {
  flow: string
  flows: string
  agent: string
  agents: string
}

export const bodyNames: Readonly<Record<Version, BodyNames>> = {
  v1: { flow: 'flow', flows: 'flows', agent: 'trustless_agent', agents: 'trustless_agents' },
  v1beta1: { flow: 'flow_info', flows: 'flow_infos', agent: 'hosted_account', agents: 'hosted_accounts' },
}

export function encoderOf(release: Release): Encoder {
  return {
    names: bodyNames[release.version],
    flow: once(flow => goJson(messages.flow.print(flow, release))),
    flowSize: flow => messages.flow.contentSize(flow, release),
    entry: entry => goJson(messages.historyEntry.print(entry, release)),
    entrySize: entry => messages.historyEntry.contentSize(entry, release),
    params: params => goJson(messages.params.print(params, release)),
    agent: agent => goJson(messages.trustlessAgent.print(agent, release)),
  }
}

/** Caches the text of each flow. This is safe because flows are replaced on every change, never mutated. */
function once(encode: (flow: Flow) => string): (flow: Flow) => string {
  const printed = new WeakMap<Flow, string>()
  return flow => {
    let text = printed.get(flow)
    if (text === undefined) {
      text = encode(flow)
      printed.set(flow, text)
    }
    return text
  }
}
