import type { FlowClient, RequestOptions } from '../../client.js'
import { isFlowQueryError } from '../../errors.js'
import { simulateTransaction, staleSequence, type TransactionFailure } from '../../forecast/facts/transaction.js'
import { ownPrefix, parseAddress } from '../address.js'
import type { FlowDraft } from '../draft.js'
import type { NodeVerdict } from '../facts.js'
import { draftMessage } from '../formats/message.js'

/** Asks the node whether it accepts the flow. A node that can't answer doesn't fail the check, because most rules are known. */
export async function readNodeVerdict(
  client: FlowClient,
  draft: FlowDraft,
  options?: RequestOptions,
): Promise<NodeVerdict> {
  const message = draftMessage(draft)
  const ask = (signer: string) =>
    simulateTransaction<NodeVerdict>(
      client,
      { signer, messages: [message] },
      {
        succeeded: () => ({ result: 'accepted' }),
        failed: failure => (isRefusal(failure) ? { result: 'refused', message: failure.message } : undefined),
      },
      options,
    )
  try {
    return await ask(parseAddress(draft.owner)?.prefix === ownPrefix ? draft.owner : '').catch(error => {
      // Without an account, the owner has no sequence, and the node says that it can't sign.
      if (isFlowQueryError(error, 'notFound')) return ask('')
      throw error
    })
  } catch (error) {
    if (!isFlowQueryError(error)) throw error
    return { result: 'unknown', error }
  }
}

/** A node of `v1beta1` doesn't know the message. */
function isRefusal({ message, isAboutMessages }: TransactionFailure): boolean {
  return isAboutMessages && !staleSequence.test(message) && !message.startsWith('unknown message type')
}
