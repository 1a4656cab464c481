import { flow as wholeFlow } from '../builders.js'
import type {
  AnyMessage,
  Comparison,
  Conditions,
  Configuration,
  FeedbackLoop,
  Flow,
  IcqConfig,
} from '../chain/state.js'
import type { Maker } from './kind.js'
import { authorized, uinto } from './messages.js'

const ICQ_KEY = 'AiBe/rO5rjxvXcCpVTYDcXYKqyJhwGxRKQp/7fudyZ49s3VpbnRv'

export function ica({ owner }: Maker): Pick<Flow, 'selfHostedIca'> {
  return { selfHostedIca: { portId: `icacontroller-${owner}`, connectionId: 'connection-0' } }
}

export function byAgentOf({ agents, between }: Maker, msgs: AnyMessage[]): Pick<Flow, 'trustlessAgent' | 'msgs'> {
  const { owner = '', address = '' } = agents[between(0, agents.length - 1)] ?? {}
  return {
    trustlessAgent: { agentAddress: owner, feeLimit: [uinto(25)], connectionId: '' },
    msgs: [authorized(address, msgs)],
  }
}

export function configured(changes: Partial<Configuration>): Pick<Flow, 'configuration'> {
  const { configuration } = wholeFlow()
  return { configuration: configuration && { ...configuration, ...changes } }
}

export function conditioned(changes: Partial<Conditions>): Pick<Flow, 'conditions'> {
  const { conditions } = wholeFlow()
  return { conditions: conditions && { ...conditions, ...changes } }
}

export function loop(changes: Partial<FeedbackLoop> = {}): FeedbackLoop {
  return {
    flowId: '0',
    responseIndex: 0,
    responseKey: 'Amount.[0]',
    msgsIndex: 1,
    msgKey: 'Amount',
    valueType: 'sdk.Coin',
    differenceMode: false,
    icqConfig: null,
    ...changes,
  }
}

export function comparison(changes: Partial<Comparison> = {}): Comparison {
  return {
    flowId: '0',
    responseIndex: 0,
    responseKey: 'Amount.[0]',
    valueType: 'sdk.Coin',
    operator: 'LARGER_THAN',
    operand: '1uinto',
    differenceMode: false,
    icqConfig: null,
    ...changes,
  }
}

export function icq(changes: Partial<IcqConfig> = {}): IcqConfig {
  return {
    connectionId: 'connection-0',
    chainId: 'cosmoshub-4',
    timeoutPolicy: 'RETRY_QUERY_REQUEST',
    timeoutDuration: '30s',
    queryType: 'store/bank/key',
    queryKey: ICQ_KEY,
    response: null,
    ...changes,
  }
}
