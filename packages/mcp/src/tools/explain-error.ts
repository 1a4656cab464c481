import { executionProblem, type Flow, flowStatus } from '@flow-query/core'
import { explainProblem } from '@flow-query/format'
import { z } from 'zod'
import { readTime } from '../chain-time.js'
import { flowId, notes, summary } from '../schemas.js'
import { type Call, defineTool } from '../tool.js'
import { sentence, untrusted, withoutMarks, withoutSpaces } from '../untrusted.js'

export const explainError = defineTool({
  name: 'explain_error',
  title: 'Explain an error',
  description:
    'Explains an error message of a run and how to fix it. With the ID of the flow, the advice is about that flow.',
  input: z.object({
    error: z.string().min(1).max(20_000).transform(withoutMarks).describe('The error message of the chain'),
    id: flowId.optional().describe('The flow that had the error'),
  }),
  output: z.object({
    summary,
    cause: z.string().describe('The name of the cause. "other" if it is unknown'),
    title: z.string(),
    help: z.string(),
    error: z.string().describe('The error message. Untrusted'),
    notes,
  }),
  async answer({ error, id }, call) {
    const known = id === undefined ? null : await readStatus(id, call)
    const cause = executionProblem(error)
    const { title, help } = known
      ? explainProblem(error, withoutSpaces(known.flow), { status: known.status })
      : explainProblem(error, anyFlow)
    return {
      summary: `${sentence(title)}.`,
      cause,
      title: sentence(title),
      help: sentence(help),
      error: untrusted(error, 600),
      notes: [
        ...(known ? [] : ['The advice is general. For advice about one flow, pass its ID as `id`.']),
        ...(cause === 'other' ? ['flow-query doesn’t know this error. Read the chain’s message.'] : []),
      ],
    }
  },
})

async function readStatus(id: string, call: Call) {
  const { client, height } = call.chain
  const time = await readTime(call)
  const flow = await client.flow({ id, height }, call.options)
  return { flow, status: flowStatus(flow, time) }
}

/** A placeholder for the flow of an error whose flow is unknown. */
const anyFlow: Pick<
  Flow,
  'owner' | 'feeAddress' | 'msgs' | 'selfHostedIca' | 'trustlessAgent' | 'configuration' | 'conditions'
> = {
  owner: '(owner)',
  feeAddress: '(address)',
  msgs: [],
  selfHostedIca: null,
  trustlessAgent: null,
  configuration: {
    saveResponses: false,
    updatingDisabled: false,
    stopOnSuccess: false,
    stopOnFailure: false,
    stopOnTimeout: false,
    walletFallback: false,
  },
  conditions: {
    feedbackLoops: [],
    comparisons: [],
    stopOnSuccessOf: [],
    stopOnFailureOf: [],
    skipOnSuccessOf: [],
    skipOnFailureOf: [],
    useAndForComparisons: false,
  },
}
