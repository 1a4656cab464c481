import { createFlowClient } from '@flow-query/react'

export interface Address {
  lcd: string
  rpc: string
}

/** `chainId` is part of the cache keys, so it must be the same on the server and in the browser. */
export const createClient = (address: Address, options: { timeout?: number } = {}) =>
  createFlowClient({ ...address, ...options, chainId: 'intento-1' })
