// A made chain of any size for measurements. Unlike the flows of `flow-query serve`, which repeat, each flow has its own fee address,
// amounts and nanosecond times, as on a real chain. So its size says something about compression.

/** Returns a random number generator with a seed, so that every run measures the same chain. */
function createRandom(seed) {
  let state = seed
  return function random(below) {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 13), 0x297a2d39)
    mixed = (mixed ^ (mixed >>> 16)) >>> 0
    return mixed % below
  }
}

const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const subjects = [
  'Pay rent',
  'Autocompound',
  'Buy ATOM weekly',
  'Stream salary',
  'Rebalance',
  'Claim and stake',
  'Send to savings',
]

/** Returns the flows of a chain with `count` flows and one owner per ten flows. */
export function createChain(count, seed = 1) {
  const random = createRandom(seed)
  const address = () => `into1${Array.from({ length: 38 }, () => letters[random(32)]).join('')}`
  const amount = () => `${1 + random(10 ** (1 + random(9)))}`
  const coins = () => [
    {
      denom: random(4) ? 'uinto' : 'ibc/C4CFF46FD6DE35CA4CF4CE031E643C8FDC9BA4B99AE598E9B0ED98FE3A2319F9',
      amount: amount(),
    },
  ]
  const timeText = (milliseconds, nanoseconds) =>
    `${new Date(milliseconds).toISOString().slice(0, 19)}.${`${nanoseconds}`.padStart(9, '0')}Z`
  const owners = Array.from({ length: Math.ceil(count / 10) }, address)
  const begin = Date.parse('2026-01-01T00:00:00Z')
  const day = 86_400_000
  const hours = [1, 2, 6, 12, 24, 168]

  function messages(owner, kind) {
    const send = {
      '@type': '/cosmos.bank.v1beta1.MsgSend',
      from_address: owner,
      to_address: owners[random(owners.length)],
      amount: coins(),
    }
    if (kind === 0) return [send]
    if (kind === 1)
      return [{ '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: owners[random(owners.length)], msgs: [send] }]
    const validator_address = owners[random(80)].replace('into1', 'intovaloper1')
    return [
      {
        '@type': '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward',
        delegator_address: owner,
        validator_address,
      },
      {
        '@type': '/cosmos.staking.v1beta1.MsgDelegate',
        delegator_address: owner,
        validator_address,
        amount: coins()[0],
      },
    ]
  }

  return Array.from({ length: count }, (_, index) => {
    const owner = owners[random(owners.length)]
    const kind = random(3)
    // A flow starts at the time of a block. Its runs and its end have the same nanoseconds.
    const start = begin + random(90 * day)
    const nanoseconds = random(1e9)
    const hoursBetween = hours[random(hours.length)]
    const at = milliseconds => timeText(start + milliseconds, nanoseconds)
    const startTime = at(0)
    return {
      id: `${index + 1}`,
      owner,
      label: random(5) ? `${subjects[random(subjects.length)]} ${random(1_000)}` : '',
      feeAddress: address(),
      msgs: messages(owner, kind),
      interval: `${hoursBetween * 3_600}s`,
      startTime,
      execTime: at(random(200) * hoursBetween * 3_600_000),
      endTime: at((1 + random(365)) * day),
      updateHistory: random(10) ? [] : [startTime],
      selfHostedIca:
        kind === 1 && random(2)
          ? { portId: `icacontroller-${owner}`, connectionId: `connection-${random(8)}` }
          : { portId: '', connectionId: '' },
      trustlessAgent: { agentAddress: '', feeLimit: [], connectionId: '' },
      configuration: {
        saveResponses: random(2) === 0,
        updatingDisabled: false,
        stopOnSuccess: random(20) === 0,
        stopOnFailure: random(4) === 0,
        stopOnTimeout: false,
        walletFallback: random(2) === 0,
      },
      conditions: {
        feedbackLoops: [],
        comparisons: random(10)
          ? []
          : [
              {
                flowId: '0',
                responseIndex: 0,
                responseKey: '',
                valueType: 'math.Int',
                operator: 'LARGER_THAN',
                operand: amount(),
                differenceMode: false,
                icqConfig: null,
              },
            ],
        stopOnSuccessOf: [],
        stopOnFailureOf: [],
        skipOnFailureOf: [],
        skipOnSuccessOf: [],
        useAndForComparisons: false,
      },
    }
  })
}
