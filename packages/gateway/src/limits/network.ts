import { isIPv6 } from 'node:net'

/**
 * Returns the network of an address for limits per client: the address itself with IPv4, and the first 64 bits with IPv6,
 * because one client can use all addresses of such a network.
 */
export function networkOf(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [start = '', end] = address.split('::')
  const first = groupsIn(start)
  const last = groupsIn(end ?? '')
  const zeros = Array<number>(Math.max(0, 8 - first.length - last.length)).fill(0)
  const groups = [...first, ...zeros, ...last].slice(0, 4)
  return `${groups.map(group => group.toString(16)).join(':')}::/64`
}

function groupsIn(text: string): number[] {
  return text === '' ? [] : text.split(':').map(group => Number.parseInt(group, 16))
}
