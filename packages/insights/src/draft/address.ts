import { isBech32 } from '@flow-query/core/parts/decode'

export const ownPrefix = 'into'

interface ParsedAddress {
  prefix: string
  /** The part of an address that is the same on all chains, without the prefix and the checksum. */
  account: string
}

export function parseAddress(address: string): ParsedAddress | undefined {
  const text = address === address.toUpperCase() ? address.toLowerCase() : address
  if (!isBech32(text)) return undefined
  const end = text.lastIndexOf('1')
  return { prefix: text.slice(0, end), account: text.slice(end + 1, -6) }
}

export function isOwnAddress(address: string): boolean {
  return parseAddress(address)?.prefix === ownPrefix
}
