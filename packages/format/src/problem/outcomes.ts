import type { ExplainedFlow } from '../flow.js'
import { countsSkips, secondSkip } from '../rules.js'
import type { Diagnosis, ExplainOptions, ProblemDetails } from './diagnosis.js'
import { outcomeProblems, type QuietOutcome } from './problem-names.js'

/** Explains an outcome for which the chain reports no error. */
export function diagnoseOutcome(outcome: QuietOutcome, flow: ExplainedFlow, options: ExplainOptions): Diagnosis {
  return { title: outcomeProblems[outcome], ...explainOutcome(outcome, flow, options) }
}

function explainOutcome(
  outcome: QuietOutcome,
  flow: ExplainedFlow,
  { channel, unclear }: ExplainOptions,
): ProblemDetails {
  switch (outcome) {
    case 'timedOut': {
      const isClosed = channel?.state === 'STATE_CLOSED' || channel?.ordering === 'ORDER_ORDERED'
      return {
        isAboutPacket: true,
        facts: `No relayer delivered ${explainTimeout(unclear)}`,
        ...(isClosed && { fix: 'Register the interchain account again, because its channel is closed' }),
      }
    }
    case 'idle':
      return {
        facts:
          'The chain charged the fee but executed no message, because a feedback loop changes the first message. Each run does the same.',
        change: 'Move the message after the one whose response it uses, or remove the feedback loop',
      }
    case 'skipped':
      return {
        facts: 'The run was skipped and sent no messages.',
        warning: `The conditions are checked again at the next run.${countsSkips(flow) ? ` ${secondSkip}` : ''}`,
      }
    case 'pending':
      return {
        facts: 'The messages were sent to the other chain, which has not acknowledged them yet.',
      }
    case 'unacknowledged':
      return {
        isAboutPacket: true,
        facts:
          'The packet has expired, but neither an acknowledgement nor a timeout has arrived, usually because of a slow relayer. Either can still arrive while the channel is open. The chain then records it in the newest run, even if it belongs to an earlier run.',
        ...(!unclear && { fix: 'Check the interchain account on the other chain to see whether the messages ran' }),
        warning: 'If a run is still unacknowledged when the next one is due, that next run is the last.',
      }
  }
}

function explainTimeout(unclear: ExplainOptions['unclear']): string {
  if (unclear?.length === 0) return 'the packet in time, so its messages did not run.'
  if (unclear) return 'a packet in time.'
  return 'a packet in time. The chain records a timeout in the newest run, even if the packet belongs to an earlier run. So the messages of this run may have taken effect if an earlier run is unacknowledged.'
}
