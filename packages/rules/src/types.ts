export interface Coin {
  denom: string
  amount: string
}

/** A message of any type, in the node's JSON. */
export interface Message {
  '@type': string
  [field: string]: unknown
}
