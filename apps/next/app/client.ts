import { createFlowClient } from '@flow-query/core'

export interface Address {
  lcd: string
  rpc: string
}

/** `chainId` is what cached answers are known by: the same on the server and in the browser. */
export const createClient = (address: Address) => createFlowClient({ ...address, chainId: 'intento-1' })
