import { isAddress } from '../values/address'

/** The URL of each page. */
export const paths = {
  overview: '/',
  flows: '/flows',
  flow: (id: string) => `/flows/${encodeURIComponent(id)}`,
  owner: (owner: string) => `/owners/${encodeURIComponent(owner)}`,
  agents: '/agents',
  agent: (agentAddress: string) => `/agents/${encodeURIComponent(agentAddress)}`,
  params: '/params',
  newFlow: '/new',
  subscriptions: '/subscriptions',
}

/** Returns the URL of a new flow that starts as a copy of an existing one. */
export function copyPath(id: string): string {
  return `${paths.newFlow}?${new URLSearchParams({ from: id })}`
}

/** Returns the URL of the chain's flows with a verdict. */
export function attentionPath(health: 'attention' | 'willFail'): string {
  return `${paths.flows}?${new URLSearchParams({ health })}`
}

/** Returns the URL for a search: a flow ID, an owner's address or any text. Returns null for an empty search. */
export function searchPath(text: string): string | null {
  const wanted = text.trim()
  const [, id] = /^#?(\d{1,20})$/.exec(wanted) ?? []
  if (id !== undefined) return paths.flow(id)
  if (isAddress(wanted.toLowerCase())) return paths.owner(wanted.toLowerCase())
  return wanted ? `${paths.flows}?${new URLSearchParams({ q: wanted })}` : null
}

/** Whether a text is the hash of a transaction, which can't be searched. */
export function isTransactionHash(text: string): boolean {
  return /^(0x)?[\da-f]{64}$/i.test(text.trim())
}

/** Whether an address can own flows. Validators and accounts on other chains can't own flows. */
export function isOwnerAddress(address: string): boolean {
  return isAddress(address) && address.startsWith('into1')
}
