import { isAddress } from './values/address'

/** The URL of each page. `routes` has the matching patterns. */
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

/** The maximum number of flows in the "Needs attention" list of an owner's page. `attentionPath` links to all of them. */
export const maxListedFlows = 3

/** Returns the URL of an owner's flows that need attention. */
export function attentionPath(owner: string): string {
  return `${paths.flows}?${new URLSearchParams({ q: owner, health: 'attention' })}`
}

/** Returns the URL for a search: a flow ID, an owner's address or any text. Returns null for an empty search. */
export function searchPath(text: string): string | null {
  const wanted = text.trim()
  const [, id] = /^#?(\d{1,20})$/.exec(wanted) ?? []
  if (id !== undefined) return paths.flow(id)
  if (isAddress(wanted.toLowerCase())) return paths.owner(wanted.toLowerCase())
  return wanted ? `${paths.flows}?${new URLSearchParams({ q: wanted })}` : null
}

/** Whether an address can own flows. Validators and accounts on other chains can't own flows. */
export function isOwnerAddress(address: string): boolean {
  return isAddress(address) && address.startsWith('into1')
}
