import type { Flow, HistoryEntry, Params, TrustlessAgent } from '../../chain/state.js'
import { goJson } from '../../go/text.js'
import type { Release, Version } from '../../releases.js'
import type { Fields } from './common.js'
import { v1 } from './v1.js'
import { v1beta1 } from './v1beta1.js'

export interface Encoder {
  flow: (flow: Flow) => string
  entry: (entry: HistoryEntry) => string
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

const fieldsByVersion: Readonly<Record<Version, Fields>> = { v1, v1beta1 }

export function encoderOf(release: Release): Encoder {
  const fields = fieldsByVersion[release.version]
  return {
    names: bodyNames[release.version],
    flow: once(flow => goJson(fields.flow(flow, release))),
    entry: entry => goJson(fields.entry(entry)),
    params: params => goJson(fields.params(params, release)),
    agent: agent => goJson(fields.agent(agent, release)),
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
