import { trustlessAgent } from '../builders.js'
import { address } from '../chain/address.js'
import type { InterchainAccount, TrustlessAgent } from '../chain/state.js'
import { accountOn, hub } from './accounts.js'

export const restakeAgent = agentNamed('restake')
export const voteAgent = agentNamed('vote')
export const claimAgent = agentNamed('claim')

export const retiredAgent = agentNamed('retired')

export const agentAccounts = [restakeAgent, voteAgent, claimAgent] as const

/** Two agents share an admin, like an operator with one agent per chain. Fees are per execution, in uinto. */
export const demoAgents: readonly TrustlessAgent[] = [
  agent(restakeAgent, 'validator', '10'),
  agent(voteAgent, 'validator', '15'),
  agent(claimAgent, 'foundation', '25'),
]

function agentNamed(name: string): InterchainAccount {
  return accountOn(hub, address(`agent ${name}`, 'into', 32))
}

function agent({ owner, connectionId }: InterchainAccount, admin: string, fee: string): TrustlessAgent {
  return trustlessAgent({
    agentAddress: owner,
    icaConfig: { portId: `icacontroller-${owner}`, connectionId },
    feeConfig: {
      feeAdmin: address(`agents of the ${admin}`),
      feeCoinsSupported: [{ denom: 'uinto', amount: fee }],
    },
  })
}
