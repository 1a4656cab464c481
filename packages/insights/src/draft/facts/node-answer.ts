import type { FlowClient } from '@flow-query/core'
import { isFlowQueryError } from '@flow-query/core'
import { child, uint64 } from '@flow-query/core/parts/decode'
import { simulateTransaction, staleSequence, type TransactionFailure } from '../../forecast/facts/transaction.js'
import type { FlowDraft } from '../draft.js'
import type { NodeAnswer } from '../draft-facts.js'
import { draftMessage } from '../formats/message.js'

/** Returns `unknown` if the node can't answer, because the check finds many problems without it. */
export async function readNodeAnswer(
  client: FlowClient,
  draft: FlowDraft,
  sequence: string,
  signal: AbortSignal,
): Promise<NodeAnswer> {
  try {
    return await simulateTransaction<NodeAnswer>(
      client,
      { signer: draft.owner, sequence, messages: [draftMessage(draft)] },
      {
        succeeded: body => {
          // A proxy can return any body with status 200.
          child(body, 'gas_info', gas => uint64(gas, 'gas_used'))
          return { result: 'accepted' }
        },
        failed: failure => (isRefusal(failure) ? { result: 'refused', message: failure.message } : undefined),
      },
      { signal },
    )
  } catch (error) {
    if (!isFlowQueryError(error)) throw error
    return { result: 'unknown', error }
  }
}

function isRefusal({ message, isAboutMessages }: TransactionFailure): boolean {
  return isAboutMessages && !staleSequence.test(message)
}
