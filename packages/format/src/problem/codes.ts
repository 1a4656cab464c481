import { type ExplainedFlow, innerMessages } from '../flow.js'
import { lookUp } from '../lookup.js'

interface CodeMeaning {
  meaning: string
  fix?: (flow: ExplainedFlow) => string
  change?: (flow: ExplainedFlow) => string
}

export function describeCode(code: number | string | null, flow: Pick<ExplainedFlow, 'msgs'>): string {
  const known = meaningOf(String(code), flow)
  return `error code ${code}${known ? `, which usually means “${known.meaning}”` : ''}`
}

/** Each module defines its own codes, so a code can have other meanings too. */
export function meaningOf(code: string, { msgs }: Pick<ExplainedFlow, 'msgs'>): CodeMeaning | undefined {
  const messages = msgs.flatMap(message => innerMessages(message) ?? message)
  if (code === '5' && messages.some(message => message['@type'].endsWith('.MsgExecuteContract'))) return failedContract
  if (code === '2' && msgs.some(innerMessages)) return missingGrant
  return lookUp(codes, code)
}

const accountOf = ({ trustlessAgent }: ExplainedFlow) =>
  trustlessAgent ? 'the agent’s account' : 'the interchain account'

const unauthorized: CodeMeaning = {
  meaning: 'unauthorized',
  change: flow => `Make ${accountOf(flow)} the sender of each message`,
}

const missingGrant: CodeMeaning = {
  meaning: 'authorization not found',
  fix: flow => `Grant ${accountOf(flow)} an authorization (authz) for this kind of message on the other chain`,
}

const failedContract: CodeMeaning = {
  meaning: 'execute wasm contract failed',
  fix: () => 'Look up the transaction on the other chain, because the contract says why there',
}

const codes: Readonly<Record<string, CodeMeaning>> = {
  2: unauthorized,
  4: unauthorized,
  5: {
    meaning: 'insufficient funds',
    fix: ({ selfHostedIca }) => `Fund ${selfHostedIca ? 'the interchain account' : 'the sending account there'}`,
    change: () => 'lower the amount',
  },
  7: { meaning: 'invalid address', change: () => 'Correct the addresses in the message' },
  11: { meaning: 'out of gas', change: () => 'Send fewer messages in one run' },
}
