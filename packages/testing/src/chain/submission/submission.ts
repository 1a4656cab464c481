import { anyMessage, list, text, uint64 } from '../api/kinds.js'
import { Message } from '../api/message.js'
import { coin, conditions, configuration, trustlessAgentConfig } from '../api/messages.js'
import type { AnyMessage, Coin, Conditions, Configuration, TrustlessAgentConfig } from '../state.js'

export const submitFlowType = '/intento.intent.v1.MsgSubmitFlow'

/** The content of a `MsgSubmitFlow`, with a default value for each missing field. */
export interface Submission {
  owner: string
  label: string
  msgs: AnyMessage[]
  duration: string
  interval: string
  /** Seconds since 1970, or 0. */
  startAt: string
  feeFunds: Coin[]
  configuration: Configuration
  connectionId: string
  trustlessAgent: TrustlessAgentConfig
  conditions: Conditions
}

const submitFlow = new Message<Submission>('MsgSubmitFlow', 'Creates a flow.', [
  ['owner', text],
  ['label', text],
  ['msgs', list(anyMessage)],
  ['duration', text],
  ['interval', text],
  ['startAt', uint64],
  ['feeFunds', list(coin)],
  ['configuration', configuration],
  ['connectionId', text],
  ['trustlessAgent', trustlessAgentConfig],
  ['conditions', conditions],
])

export function readSubmission(message: AnyMessage): Submission {
  return submitFlow.read(message)
}
