import { address, trustlessAgent } from '../builders.js'
import type { InterchainAccount, TrustlessAgent } from '../chain/state.js'

/** Fees per execution; two agents have the same admin, as where somebody runs one per chain. */
const AGENTS = [
  { name: 'restake', admin: 'validator', uinto: '10' },
  { name: 'vote', admin: 'validator', uinto: '15' },
  { name: 'claim', admin: 'foundation', uinto: '25' },
]

/** Agents that execute made flows on another chain, besides the recorded ones. */
export function madeAgents(): { trustlessAgents: TrustlessAgent[]; interchainAccounts: InterchainAccount[] } {
  const trustlessAgents = AGENTS.map(({ name, admin, uinto }) =>
    trustlessAgent({
      agentAddress: address(`agent ${name}`, 'into', 32),
      feeConfig: {
        feeAdmin: address(`agents of the ${admin}`),
        feeCoinsSupported: [{ denom: 'uinto', amount: uinto }],
      },
    }),
  )
  const interchainAccounts = trustlessAgents.map(({ agentAddress }) => ({
    owner: agentAddress,
    connectionId: 'connection-0',
    address: address(`account of ${agentAddress}`, 'cosmos', 32),
  }))
  return { trustlessAgents, interchainAccounts }
}
