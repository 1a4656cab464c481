import type { FlowDraft } from '@flow-query/insights/draft'

/**
 * Returns the owner, and the messages that the new owner signs instead of the old one.
 *
 * @param signer the owner that signs the messages of the draft
 */
export function withOwner({ msgs }: FlowDraft, owner: string, signer: string): Pick<FlowDraft, 'owner' | 'msgs'> {
  if (signer === '' || signer === owner || !isWhole(owner)) return { owner, msgs }
  return { owner, msgs: JSON.parse(JSON.stringify(msgs).replaceAll(JSON.stringify(signer), JSON.stringify(owner))) }
}

/** Addresses have at least 20 bytes. */
function isWhole(owner: string): boolean {
  return /^[a-z]+1[02-9ac-hj-np-z]{38,}$/.test(owner)
}
