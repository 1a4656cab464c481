import { forecastFlows } from '../dist/forecast/index.js'

// Measures forecasts of all flows of a chain without facts, and of an app's flows with all facts, in milliseconds of CPU time. Each
// round also parses the JSON of the same flows and facts, because this takes about as long on any machine as it takes to load them.

const rounds = 9
const now = Date.parse('2026-10-20T10:00:00Z')
const time = { block: '2026-10-20T10:00:00Z' }
const params = {
  flowFundsCommission: '2',
  flowFlexFeeMul: '5',
  burnFeePerMsg: '10000',
  gasFeeCoins: [{ denom: 'uinto', amount: '80' }],
  maxFlowDuration: '94867200s',
  minFlowDuration: '5s',
  minFlowInterval: '5s',
  connectionRewards: [],
}

const alone = factsOf(manyFlows(500, 500))
const shared = factsOf(manyFlows(500, 5))
console.table([
  row('500 flows of 500 owners', alone),
  row('500 flows of 5 owners', shared),
  row('65,000 flows without facts', { flows: manyFlows(65_000, 500), params, release: 'current' }),
])

function row(what, facts) {
  const json = JSON.stringify(facts)
  const forecasts = []
  const parses = []
  for (let round = 0; round < rounds; round++) {
    forecasts.push(cpuTime(() => forecastFlows(facts, time)))
    parses.push(cpuTime(() => JSON.parse(json)))
  }
  const [ms, parsing] = [median(forecasts), median(parses)]
  return { what, ms: rounded(ms), 'JSON.parse': rounded(parsing), ratio: rounded(ms / parsing) }
}

function cpuTime(work) {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}

function median(numbers) {
  return numbers.sort((a, b) => a - b)[numbers.length >> 1]
}

function rounded(number) {
  return Math.round(number * 10) / 10
}

function manyFlows(count, owners) {
  return Array.from({ length: count }, (_, index) => {
    const owner = `into1owner${index % owners}`
    const timeAfter = minutes => new Date(now + minutes * 60_000).toISOString()
    return {
      id: String(index + 1),
      owner,
      label: `Flow ${index + 1}`,
      feeAddress: `into1fee${index}`,
      msgs: [
        {
          '@type': '/cosmos.bank.v1beta1.MsgSend',
          from_address: owner,
          to_address: 'into1friend',
          amount: [{ denom: 'uinto', amount: '1000' }],
        },
      ],
      interval: `${60 * (1 + (index % 90))}s`,
      startTime: timeAfter(-10_000),
      execTime: timeAfter(1 + (index % 100)),
      endTime: timeAfter(100_000),
      updateHistory: [],
      selfHostedIca: null,
      trustlessAgent: null,
      configuration: {
        saveResponses: false,
        updatingDisabled: false,
        stopOnSuccess: false,
        stopOnFailure: false,
        stopOnTimeout: false,
        walletFallback: index % 2 === 0,
      },
      conditions: {
        feedbackLoops: [],
        comparisons: [],
        stopOnSuccessOf: [],
        stopOnFailureOf: [],
        skipOnFailureOf: [],
        skipOnSuccessOf: [],
        useAndForComparisons: false,
      },
    }
  })
}

function factsOf(flows) {
  const run = number => ({
    scheduledExecTime: new Date(now - number * 3_600_000).toISOString(),
    actualExecTime: new Date(now - number * 3_600_000).toISOString(),
    execFee: [{ denom: 'uinto', amount: '19040' }],
    executed: true,
    timedOut: false,
    errors: [],
    msgResponses: [],
    queryResponses: [],
    packetSequences: [],
  })
  const history = { history: Array.from({ length: 20 }, (_, index) => run(index + 1)), nextKey: null }
  const balance = amount => [{ denom: 'uinto', amount: String(amount) }]
  return {
    flows,
    params,
    release: 'current',
    histories: Object.fromEntries(flows.map(({ id }) => [id, history])),
    balances: Object.fromEntries(
      flows.flatMap(({ owner, feeAddress }, index) => [
        [owner, balance(100_000_000)],
        [feeAddress, balance(50_000 * (index % 40))],
      ]),
    ),
  }
}
