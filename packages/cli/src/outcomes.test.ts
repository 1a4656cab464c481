import { createFlowClient, executionOutcome, flowStatus, v1 } from '@flow-query/core'
import { type FailureCause, flowHealth, type StopRule } from '@flow-query/core/insights'
import {
  describeNextRuns,
  describeRules,
  explainExecution,
  explainHealth,
  formatAmounts,
  phraseText,
} from '@flow-query/format'
import { afterAll, describe, expect, test } from 'vitest'
import { replay } from '../test/replay.js'
import { freezeTime, run } from '../test/run.js'

/**
 * The real outcome of a recorded flow and the fix. `truths` contains the table in `v1-outcomes/README.md` in core's terms, with
 * shortened quotes from that table.
 */
interface Truth {
  /** The recorded heights at which the flow has upcoming runs. */
  runs: 'both' | 'first' | 'second' | 'neither'
  /** The cause of the newest failure. Omitted if no run failed. */
  cause?: FailureCause
  /** The rule that stopped the flow early. Omitted if it is running or has completed its schedule. */
  stop?: StopRule
  /** The advice for the flow. After its end, the advice is about a new flow. */
  help?: RegExp
  /** The flow ended without its last run, because the run before did not meet the conditions. */
  lacksLastRun?: true
  /** A sentence in the description of its rules. */
  rule?: RegExp
}

const cannotPay: Truth = {
  runs: 'neither',
  cause: 'feeBalanceTooLow',
  stop: 'feeBalanceTooLow',
  help: /^This flow won’t run again, so don’t send money to its fee account\. Create a new flow/,
}
const fine: Truth = { runs: 'neither' }
const runsWell: Truth = { runs: 'first' }
const tooSlow: Truth = {
  runs: 'neither',
  stop: 'unacknowledgedRun',
  help: /use an interval that is longer than the relayer’s delays/,
}
const failsThere: Truth = { runs: 'neither', cause: 'otherChain' }
const asIntended: Truth = { runs: 'neither', stop: 'stopOnSuccess' }
const noAnswer: Truth = { runs: 'neither', stop: 'unansweredQuery', help: /Create a new flow/ }
const delegation = { runs: 'neither', cause: 'other', help: /name the validator of an existing delegation/ } as const
const funds = { cause: 'insufficientFunds', help: /[Ff]und this account or lower the amount\./ } as const

const truths: Record<string, [whatHappened: string, truth: Truth]> = {
  16: ['could not pay run 1; money that was sent later is stranded', cannotPay],
  17: ['runs 1 to 4 were paid, run 5 could not be', cannotPay],
  18: ['each run tries to send more than the owner has', { runs: 'first', ...funds }],
  19: [
    'a local MsgExec names another grantee than the owner',
    { runs: 'first', cause: 'wrongSigner', help: /[Mm]ake the owner the grantee of the MsgExec/ },
  ],
  20: ['succeeds', runsWell],
  21: [
    'no interchain account on this connection',
    { runs: 'first', cause: 'noActiveChannel', help: /[Rr]egister the interchain account on connection-0/ },
  ],
  22: [
    'a second skip in a row stopped it',
    { runs: 'neither', stop: 'comparisons', help: /use a condition that can be met/, rule: /second skip in a row/ },
  ],
  23: [
    'the compared key does not exist',
    {
      runs: 'first',
      lacksLastRun: true,
      cause: 'conditionsNotMet',
      help: /no field Nothing\..*[Cc]orrect the response key/,
    },
  ],
  24: [
    'compares, but saves no responses',
    { ...runsWell, rule: /No responses are saved, so this condition always passes/ },
  ],
  25: ['failed, and stops on failure', { runs: 'neither', stop: 'stopOnFailure', ...funds }],
  26: ['succeeded, and stops on success', asIntended],
  27: ['both stop flags are set: ran all 30 runs', { ...fine, rule: /with both stop settings on, neither applies/ }],
  28: ['completed its schedule', fine],
  29: ['completed its schedule', fine],
  30: ['succeeds', runsWell],
  31: [
    'the feedback loop finds no saved response',
    { ...runsWell, rule: /No responses are saved, so the message keeps its own value/ },
  ],
  32: [
    'the feedback loop names flow 9999, which does not exist',
    { runs: 'first', cause: 'other', help: /no flow 9999\..*[Cc]orrect the flow id of the feedback loop/ },
  ],
  33: ['covered the check before the run, then ran out', cannotPay],
  34: ['covered the check before the run, then ran out', cannotPay],
  35: ['no such validator', { runs: 'neither', cause: 'other', help: /name an existing validator/ }],
  36: ['nothing delegated', delegation],
  37: ['nothing delegated', delegation],
  38: ['none of this denom', { runs: 'neither', ...funds }],
  39: ['flow 18 had failed: skipped twice', { runs: 'neither', stop: 'skipOnFailureOf', help: /Create a new flow/ }],
  40: ['flow 18 had failed, and it stops then', { runs: 'neither', stop: 'stopOnFailureOf' }],
  41: ['the second message is not affordable', { runs: 'first', ...funds }],
  42: ['no such channel', { runs: 'neither', cause: 'other', help: /name an existing channel/ }],
  43: [
    'the response of a send is empty',
    {
      runs: 'first',
      lacksLastRun: true,
      cause: 'conditionsNotMet',
      help: /response is empty.*[Rr]ead the response of another message/,
    },
  ],
  44: ['the feedback loop finds nothing in an empty response', runsWell],
  45: ['a run was unanswered when the next was due', tooSlow],
  46: ['failed there', { ...failsThere, help: /fund the interchain account or lower the amount/ }],
  47: ['ran on the other chain', fine],
  48: [
    'no grant for the agent’s account',
    { ...failsThere, stop: 'unacknowledgedRun', help: /grant the agent’s account an authorization/ },
  ],
  49: ['a run was unanswered when the next was due', tooSlow],
  50: [
    'the agent asks 10 uinto, the limit is 5',
    {
      runs: 'first',
      cause: 'agentFeeNotPaid',
      help: /charges 0\.00001 INTO.* limit is 0\.000005 INTO\..*[Rr]aise the fee limit to at least 0\.00001 INTO/,
    },
  ],
  51: [
    'the agent does not accept the denom of the limit',
    { runs: 'first', cause: 'agentFeeNotPaid', help: /[Ss]et the fee limit in a denom that the agent accepts/ },
  ],
  52: [
    'neither account holds the denom',
    { runs: 'first', cause: 'agentFeeNotPaid', help: /Neither the fee account nor the owner held enough/ },
  ],
  53: ['no such agent', { runs: 'first', cause: 'agentNotFound', help: /There is no agent into1.*registered agent/ }],
  54: ['could not pay for the next run', cannotPay],
  55: [
    'too little balance there',
    { ...failsThere, stop: 'unacknowledgedRun', help: /fund the interchain account or lower the amount/ },
  ],
  56: ['failed there, and stops on failure, one run late', { ...failsThere, stop: 'stopOnFailure' }],
  57: [
    'wrong signer there',
    { ...failsThere, stop: 'unacknowledgedRun', help: /make the interchain account the sender of each message/ },
  ],
  58: ['a run was unanswered when the next was due', tooSlow],
  59: ['a run was unanswered when the next was due', tooSlow],
  60: [
    'failed there',
    { ...failsThere, stop: 'unacknowledgedRun', help: /fund the interchain account or lower the amount/ },
  ],
  61: ['its query was not answered', noAnswer],
  62: ['its query was not answered', noAnswer],
  63: ['its query was not answered', noAnswer],
  64: ['covered the check before the run, then ran out', cannotPay],
  65: ['its fee could not be collected, later it could not pay', cannotPay],
  66: ['the last run succeeded', fine],
  67: ['a run was unanswered when the next was due', { ...tooSlow, cause: 'timedOut' }],
  68: ['a run was unanswered when the next was due', { ...tooSlow, cause: 'timedOut' }],
  69: ['succeeds every 120 s', { runs: 'both' }],
  70: ['a run was unanswered when the next was due', { ...tooSlow, cause: 'timedOut' }],
  71: ['failed there, and stops on failure, one run late', { ...failsThere, stop: 'stopOnFailure' }],
  143: ['completed its schedule', fine],
  144: ['succeeded, and stops on success', asIntended],
  145: ['could not pay', cannotPay],
  146: [
    'each run fails in a condition',
    { runs: 'second', cause: 'conditionsNotMet', help: /Correct the response key/ },
  ],
}

/** Matches advice that requires another run. */
const needsAnotherRun =
  /[Tt]op up|[Ss]end (at least )?\S+ INTO|next run|(^|\. )(Fund|Register|Raise|Set|Grant|Correct|Make|Choose) /

describe.each([
  ['first', 'while-they-run.json'],
  ['second', 'after-their-end.json'],
] as const)('at the %s height', async (height, file) => {
  const node = await replay(`v1-outcomes/${file}`)
  afterAll(node.close)
  const client = createFlowClient({ lcd: node.url, versions: [v1] })
  const now = node.time

  test('the expected outcomes include all recorded flows', () => {
    const made = Object.keys(truths).filter(id => height === 'second' || Number(id) < 143)
    expect(node.flowIds.toSorted((a, b) => Number(a) - Number(b))).toEqual(made)
  })

  test.each(node.flowIds.map(id => [id, ...(truths[id] ?? expect.fail())] as const))(
    'flow %s: %s',
    async (id, _, truth) => {
      const hasNextRun = truth.runs === 'both' || truth.runs === height
      const stop = truth.lacksLastRun ? 'comparisons' : truth.stop
      const flow = await client.flow({ id })
      const page = await client.flowHistory({ id, limit: 20, reverse: true })
      const [newest] = page.history
      const agent = await client
        .trustlessAgent({ agentAddress: flow.trustlessAgent?.agentAddress ?? 'none' })
        .catch(() => null)
      const known = { agent, feeBalance: node.balanceOf(flow.feeAddress) }

      const status = flowStatus(flow, now, { newest })
      const health = flowHealth(flow, page, now)
      expect(health).toMatchObject(
        hasNextRun
          ? { state: truth.cause ? 'failing' : 'healthy', ...(truth.cause && { cause: truth.cause }) }
          : { state: 'ended', cause: truth.cause ?? null, stopped: stop ? { rule: stop } : null },
      )
      if (truth.stop !== 'unansweredQuery') expect(status).toBe(hasNextRun ? 'active' : stop ? 'stopped' : 'completed')

      const { title, help } = explainHealth(health, flow, now, known)
      const next = describeNextRuns(flow, now, { newest })
      expect(next).toMatch(hasNextRun ? /^(Runs in|Is due now)/ : /^It won’t run again$/)
      if (truth.help) expect(help).toMatch(truth.help)
      else if (hasNextRun) expect(help).toBeNull()
      if (truth.rule) {
        const { conditions, configuration } = describeRules(flow)
        expect([...conditions.map(phraseText), ...configuration].join('\n')).toMatch(truth.rule)
      }
      const stranded = hasNextRun ? '' : formatAmounts(known.feeBalance)
      if (stranded) expect(help).toContain(`still holds ${stranded}, which is stranded there.`)
      const explanations = page.history
        .slice(0, 1)
        .flatMap(entry =>
          explainExecution(entry, flow, executionOutcome(entry, flow, now), { ...known, status }).map(
            ({ help }) => help,
          ),
        )
      for (const text of [help ?? '', ...explanations]) if (!hasNextRun) expect(text).not.toMatch(needsAnotherRun)

      freezeTime(now)
      const { stdout, stderr } = await run(['explain', id, '--lcd', node.url])
      expect(stderr).toBe('')
      expect(stdout).toContain(`${phraseText(title)}.`)
      // The command line reads no balances.
      expect(stdout).toContain((help ?? '').replace(/ ?Its fee account still holds .* stranded there\.$/, ''))
      expect(stdout).toContain(`\n${next}.\n`)
    },
  )
})
