import { isFlowQueryError } from '../errors.js'

const future = /height in the future|less than or equal to the current blockchain height|bigger then the chain length/i

/** The messages of the Cosmos SDK, of its stores and of CometBFT. */
const pruned =
  /failed to load state|version( \S+)? (does not exist|was not found|not found)|\bpruned\b|lowest height is|height( \S+)? (is )?not available|no commit info found|could not find (state|results|validator set|consensus params)|cannot query with height </i

/** Returns why a node can't read the state at a height, or undefined if this isn't what the message is about. */
export function missingHeightIn(message: string): 'future' | 'pruned' | undefined {
  if (future.test(message)) return 'future'
  return pruned.test(message) ? 'pruned' : undefined
}

/**
 * Returns `pruned` if a node has removed the block of a request, `future` if it hasn't reached the block yet, and undefined for all other
 * errors. Sending the request again doesn't help if the block is pruned.
 */
export function missingHeight(error: unknown): 'future' | 'pruned' | undefined {
  if (!isFlowQueryError(error, 'node')) return undefined
  // If several endpoints failed, the cause contains the error of each.
  const errors: unknown[] = Array.isArray(error.cause) ? error.cause : [error]
  const reasons = errors.map(error => (isFlowQueryError(error) ? missingHeightIn(error.shortMessage) : undefined))
  return reasons.find(reason => reason !== undefined)
}
