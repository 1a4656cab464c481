import { address, trustlessAgent } from '../builders.js'
import type { InterchainAccount, TrustlessAgent } from '../chain/state.js'
import { accountOn, HUB } from './accounts.js'

/* Agents that run flows on another chain, besides the recorded ones: each with the account that it acts with there. */
export const restakeAgent = agentNamed('restake')
export const voteAgent = agentNamed('vote')
export const claimAgent = agentNamed('claim')

export const AGENT_ACCOUNTS = [restakeAgent, voteAgent, claimAgent] as const

/** Two have the same admin, as where somebody runs one per chain. Fees are per execution, in uinto. */
export const AGENTS: readonly TrustlessAgent[] = [
  agent(restakeAgent, 'validator', '10'),
  agent(voteAgent, 'validator', '15'),
  agent(claimAgent, 'foundation', '25'),
]

function agentNamed(name: string): InterchainAccount {
  return accountOn(HUB, address(`agent ${name}`, 'into', 32))
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
