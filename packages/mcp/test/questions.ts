export interface Question {
  question: string
  /** The tools that an assistant calls, with their arguments. */
  calls: [tool: string, args: Record<string, unknown>][]
  /** Texts that the replies contain, and that answer the question. */
  answer: string[]
}

const carol = 'into1ylhvlx5yc3l6kp5w6f8v6tvhgpm85etwm5mccl'

const weekOfPayments = {
  owner: carol,
  label: 'Pocket money',
  msgs: [
    {
      '@type': '/cosmos.bank.v1beta1.MsgSend',
      from_address: carol,
      to_address: 'into1gljsxp5pequzcynttr4hv8kkgyp9gzqwlq9x7u',
      amount: [{ denom: 'uinto', amount: '5000000' }],
    },
  ],
  duration: '168h',
  interval: '24h',
  configuration: { wallet_fallback: true },
}

/** Questions about the demo chain on 21 November 2026 at noon. */
export const questions: Question[] = [
  {
    question: 'How many flows does this chain have, and how many of them have stopped?',
    calls: [['chain_overview', {}]],
    answer: ['420 flows of 34 owners', '54 stopped'],
  },
  {
    question: 'Which owner has the most flows?',
    calls: [['chain_overview', {}]],
    answer: ['into1v6x65xkx3qnsecfew8rcj7twppts3ukwdr2qex</untrusted>\n    flows: 135'],
  },
  {
    question: 'How many coins has the chain burned?',
    calls: [['chain_overview', {}]],
    answer: ['totalBurnt: 63 INTO'],
  },
  {
    question: 'What is broken on this chain, worst first?',
    calls: [['list_failing', { limit: 3 }]],
    answer: ['Newspaper subscription', 'Claim rewards above 0.2 INTO', 'Restake when it is worth the fee'],
  },
  {
    question: `Which flows of ${carol} need attention?`,
    calls: [['list_failing', { owner: carol }]],
    answer: ['7 of 17 checked flows need attention.', 'id: 40', 'id: 36', 'id: 39', 'id: 415', 'id: 416', 'id: 80'],
  },
  {
    question: 'Why does "Pay back what Mia lent" fail, and what should its owner do?',
    calls: [
      ['find_flows', { search: 'what Mia lent' }],
      ['explain_flow', { id: 33 }],
    ],
    answer: ['id: 33', 'holds 4.18022 INTO and the run sends 75 INTO', 'Add at least 166.81978 INTO'],
  },
  {
    question: 'How much money does flow 33 need before its next run, and by when?',
    calls: [['explain_flow', { id: 33 }]],
    answer: ['Add at least 166.81978 INTO', 'before 26 Nov 2026, 12:00:00 UTC'],
  },
  {
    question: 'How often has flow 33 failed so far, and what did all of its runs cost?',
    calls: [['flow_history', { id: 33, only: 'failed' }]],
    answer: ['7 of 10 runs succeeded, 3 failed', 'They cost 0.17496 INTO'],
  },
  {
    question: 'When did flow 33 last succeed?',
    calls: [['flow_history', { id: 33, limit: 4 }]],
    answer: ['29 Oct 2026, 12:00:00 UTC (22 d ago)\n    outcome: succeeded'],
  },
  {
    question: 'Since when does flow 36 fail, and how is that fixed?',
    calls: [['explain_flow', { id: 36 }]],
    answer: ['Failing since run 1 (16 d ago)', 'Register the interchain account on connection-7'],
  },
  {
    question: 'Will the newspaper subscription be paid?',
    calls: [
      ['find_flows', { search: 'newspaper' }],
      ['forecast', { ids: [412] }],
    ],
    answer: ['id: 412', 'nextRun: willFail', 'the fee account holds 0.03096 INTO and a run needs 0.05 INTO'],
  },
  {
    question: 'Which flows will fail in the next hour?',
    calls: [['forecast', { withinHours: 1, limit: 3 }]],
    answer: ['Top up, when there is enough', 'Newspaper subscription'],
  },
  {
    question: 'What runs next, and when?',
    calls: [['upcoming_runs', { limit: 3 }]],
    answer: ['Pay as you go', 'in 4 s', 'Streaming payment', 'in 9 s'],
  },
  {
    question: 'How much does the streaming payment send, and how often?',
    calls: [['find_flows', { search: 'streaming payment' }]],
    answer: ['Send 0.02 INTO every 15 seconds'],
  },
  {
    question: 'Which flows use connection-7?',
    calls: [['find_flows', { connectionId: 'connection-7' }]],
    answer: ['7 of 420 flows match', 'id: 293', 'id: 280', 'id: 250', 'id: 215', 'id: 134', 'id: 126', 'id: 36'],
  },
  {
    question: 'How many flows that delegate have stopped?',
    calls: [['find_flows', { messageType: 'MsgDelegate', status: 'stopped', limit: 1 }]],
    answer: ['8 of 420 flows match'],
  },
  {
    question: 'What does flow 4 do, and does it stop if a run fails?',
    calls: [['explain_flow', { id: 4, detail: 'detailed' }]],
    answer: ['Claim staking rewards, then delegate 5 INTO every 30 seconds', 'Stops after a run that failed'],
  },
  {
    question: 'What is the difference between flows 33 and 40?',
    calls: [['compare_flows', { ids: [33, 40] }]],
    answer: ['differ in does, next, owner', 'Failing: insufficient balance', 'Failing: the validator does not exist'],
  },
  {
    question: 'What does "msg handling error: no active channel for this owner" mean for flow 36?',
    calls: [['explain_error', { error: 'msg handling error: no active channel for this owner', id: 36 }]],
    answer: ['No open channel to the other chain', 'Register the interchain account'],
  },
  {
    question: 'Does flow 99999 exist?',
    calls: [['explain_flow', { id: 99_999 }]],
    answer: ['It does not exist on this chain.'],
  },
  {
    question: 'Would it work if I paid into1gljs… 5 INTO every day for a week, and what would it cost?',
    calls: [['check_flow', { draft: JSON.stringify(weekOfPayments) }]],
    answer: ['verdict: ', 'Each of the 7 runs costs about 0.01912 INTO', 'Only a person can create the flow'],
  },
  {
    question: 'The newspaper subscription will fail. Can you prepare a new flow that works?',
    calls: [['propose_fix', { id: 412 }]],
    answer: [
      '1 problem fixed, 0 left',
      '"fee_funds":[{"denom":"uinto","amount":"19950080"}]',
      'https://portal.intento.zone/build?',
    ],
  },
]
