import { isIP, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * Returns the network of a request's client, for limits per client. An entry of `X-Forwarded-For` that isn't an address is skipped,
 * so that it can't switch off a limit.
 */
export function clientNetwork(request: Pick<FastifyRequest, 'ip' | 'ips'>): string {
  const entries = request.ips ?? [request.ip]
  return networkOf(entries.map(addressIn).findLast(address => address !== undefined) ?? '')
}

/**
 * Returns the address in an entry of `X-Forwarded-For`. Some proxies add a port, brackets, quotes or a zone. The entry is undefined if
 * the proxy is connected through a Unix socket.
 */
export function addressIn(entry: string | undefined): string | undefined {
  const text = (entry ?? '').trim().replace(/^"(.*)"$/, '$1')
  const [, host = text] = /^\[([^\]]*)\](?::\w*)?$/.exec(text) ?? /^([\d.]+):\w*$/.exec(text) ?? []
  const address = host.replace(/%.*$/, '')
  return isIP(address) ? address : undefined
}

/**
 * Returns the network of an address for limits per client: the address itself with IPv4, and the first 64 bits with IPv6,
 * because one client can use all addresses of such a network.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const groups = groupsOf(address)
  const isMapped = groups.slice(0, 5).every(group => group === 0) && groups[5] === 0xffff
  if (isMapped) return groups.slice(6).flatMap(bytesOf).join('.')
  const network = groups.slice(0, 4).map(group => group.toString(16))
  return `${network.join(':')}::/64`
}

function groupsOf(address: string): number[] {
  const [start = '', end = ''] = withoutDots(address).split('::')
  const first = groupsIn(start)
  const last = groupsIn(end)
  const zeros = Array<number>(Math.max(0, 8 - first.length - last.length)).fill(0)
  return [...first, ...zeros, ...last]
}

/** The last 32 bits of an IPv6 address can be written like an IPv4 address. */
function withoutDots(address: string): string {
  return address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)/, (_, ...bytes: string[]) => {
    const [one, two, three, four] = bytes.map(Number) as [number, number, number, number]
    return `${(one * 256 + two).toString(16)}:${(three * 256 + four).toString(16)}`
  })
}

function groupsIn(text: string): number[] {
  return text === '' ? [] : text.split(':').map(group => Number.parseInt(group, 16))
}

function bytesOf(group: number): [high: number, low: number] {
  return [group >> 8, group & 0xff]
}
