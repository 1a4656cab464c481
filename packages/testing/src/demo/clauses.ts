import { storedFlow as wholeFlow } from '../builders.js'
import type {
  AnyMessage,
  Comparison,
  Conditions,
  Configuration,
  FeedbackLoop,
  Flow,
  IcqConfig,
  InterchainAccount,
} from '../chain/state.js'
import { hub, osmosis } from './accounts.js'
import { authorized, uinto } from './messages.js'

const icqKey = 'AiBe/rO5rjxvXcCpVTYDcXYKqyJhwGxRKQp/7fudyZ49s3VpbnRv'

export function ica(owner: string, connectionId = osmosis): Pick<Flow, 'selfHostedIca'> {
  return { selfHostedIca: { portId: `icacontroller-${owner}`, connectionId } }
}

export function throughAgent(
  agent: InterchainAccount,
  msgs: AnyMessage[],
  limit = 25,
): Pick<Flow, 'trustlessAgent' | 'msgs'> {
  return {
    trustlessAgent: { agentAddress: agent.owner, feeLimit: [uinto(limit)], connectionId: '' },
    msgs: [authorized(agent.address, msgs)],
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
    connectionId: hub,
    chainId: 'cosmoshub-4',
    timeoutPolicy: 'EXECUTE_QUERY_CALLBACK',
    timeoutDuration: '30s',
    queryType: 'store/bank/key',
    queryKey: icqKey,
    response: null,
    ...changes,
  }
}
