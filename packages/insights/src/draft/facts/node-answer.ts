import type { FlowClient, RequestOptions } from '@flow-query/core'
import { child, uint64 } from '@flow-query/core/parts/decode'
import { simulateTransaction, staleSequence, type TransactionFailure } from '../../forecast/facts/transaction.js'
import type { FlowDraft } from '../draft.js'
import type { NodeAnswer } from '../draft-facts.js'
import { draftMessage } from '../formats/message.js'

export function readNodeAnswer(
  client: FlowClient,
  draft: FlowDraft,
  sequence: string,
  options: RequestOptions,
): Promise<NodeAnswer> {
  return simulateTransaction<NodeAnswer>(
    client,
    { signer: draft.owner, sequence, messages: [draftMessage(draft)] },
    {
      succeeded: body => {
        // A proxy can return any body with status 200.
        child(body.gas_info, 'gas_info', gas => uint64(gas.gas_used, 'gas_used'))
        return { result: 'accepted' }
      },
      failed: failure => (isRefusal(failure) ? { result: 'refused', message: failure.message } : undefined),
    },
    options,
  )
}

function isRefusal({ message, isAboutMessages }: TransactionFailure): boolean {
  return isAboutMessages && !staleSequence.test(message)
}
