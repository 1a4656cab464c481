import { isAddress } from './message.js'

/** The address of each page; `routes` has the same as patterns. */
export const paths = {
  overview: '/',
  flows: '/flows',
  flow: (id: string) => `/flows/${encodeURIComponent(id)}`,
  owner: (owner: string) => `/owners/${encodeURIComponent(owner)}`,
  agents: '/agents',
  agent: (agentAddress: string) => `/agents/${encodeURIComponent(agentAddress)}`,
  params: '/params',
}

export const routes = {
  overview: '/',
  flows: '/flows',
  flow: '/flows/:id',
  owner: '/owners/:owner',
  agents: '/agents',
  agent: '/agents/:agentAddress',
  params: '/params',
} as const

/** Where a search leads: to a flow by its id, to an owner by their address, else to the flows with these words; null for nothing. */
export function searchPath(text: string): string | null {
  const wanted = text.trim()
  const [, id] = /^#?(\d{1,20})$/.exec(wanted) ?? []
  if (id !== undefined) return paths.flow(id)
  if (isAddress(wanted.toLowerCase())) return paths.owner(wanted.toLowerCase())
  return wanted ? `${paths.flows}?${new URLSearchParams({ q: wanted })}` : null
}

/** Whether an address of the chain itself, which may own flows, rather than one of another chain or a validator's. */
export function isOwnerAddress(address: string): boolean {
  return isAddress(address) && address.startsWith('into1')
}
