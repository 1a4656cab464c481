import { messageName, messagesIn, rulesOf } from '@flow-query/rules'
import { decodeBech32, encodeBech32 } from '../../go/bech32.js'
import { signerOf } from '../accounts/signer.js'
import { MessageError } from '../message-error.js'
import type { AnyMessage } from '../state.js'
import type { Submission } from './submission.js'

/** Checks that the owner may sign the messages. Throws the node's error text if not. */
export function checkSigners({ owner, msgs, connectionId, trustlessAgent }: Submission): void {
  for (const message of msgs) {
    if (messageName(message) === 'MsgExec') for (const inner of messagesIn(message)) checkSigner(inner, owner)
    else if (trustlessAgent.agentAddress !== '')
      throw refused('only MsgExec is allowed for Trustless Agent messages: unauthorized')
    else if (connectionId === '') checkSigner(message, owner)
  }
}

function checkSigner(message: AnyMessage, owner: string): void {
  if (rulesOf(message).hasNoSigner)
    throw refused(
      `failed to get message signers: unexpected field type message for field inputs in message ${message['@type'].slice(1)}; only string fields are supported`,
    )
  const signer = addressOf(signerOf(message) ?? '')
  if (signer !== addressOf(owner))
    throw refused(`signer address ${signer} does not match expected owner address ${owner}: unauthorized`)
}

/** Replaces the prefix, because a validator's address and its account have the same bytes. */
function addressOf(address: string): string {
  if (address === '') throw refused('failed to parse owner address: address is empty: invalid address')
  try {
    return encodeBech32('into', decodeBech32(address).bytes)
  } catch (error) {
    const why = error instanceof Error ? error.message : error
    throw refused(`failed to parse owner address: failed to decode Bech32 address: decoding bech32 failed: ${why}`)
  }
}

function refused(why: string): MessageError {
  return new MessageError(`${why}: message signer is not message sender`, '/build:81')
}
