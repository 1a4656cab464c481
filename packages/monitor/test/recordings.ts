import { readFileSync } from 'node:fs'
import {
  createFlowClient,
  type Flow,
  type FlowClient,
  type FlowClientOptions,
  type FlowHistoryPage,
  v1,
} from '@flow-query/core'
import {
  createClock,
  createLcd,
  type Exchange,
  type Execution,
  type Lcd,
  replayRecordings,
  stateFromRecording,
} from '@flow-query/testing'

const read = (file: string): Exchange[] =>
  JSON.parse(readFileSync(new URL(`../../testing/recordings/${file}`, import.meta.url), 'utf8'))

/** Flows 94 to 129 of the recording `v1-forecast` in an in-memory node, which runs them as they really ran. */
export function replayForecast(): { lcd: Lcd; advance: (milliseconds: number) => void; hasEnded: () => boolean } {
  const state = [...read('v1-forecast/state.json'), ...read('v1-forecast/exchanges.json')]
  const [start, end] = ['2026-11-22T19:27:34.223595747Z', '2026-11-22T19:33:20Z'] as const
  const agentFeeRise = Date.parse('2026-11-22T19:28:53.5Z')
  const after = stateFromRecording([...read('v1-forecast/state.json'), ...read('v1-forecast/later.json')])
  const clock = createClock(start)
  const lcd = createLcd({
    state: { ...stateFromRecording(state), height: 3882, time: start },
    clock: clock.now,
    behave: ({ id }, sequence) => planOf(after, id, sequence),
  })
  let isRaised = false
  return {
    lcd,
    advance(milliseconds) {
      clock.advance(milliseconds)
      if (isRaised || clock.now() < agentFeeRise) return
      isRaised = true
      for (const { feeConfig } of lcd.state.trustlessAgents)
        for (const coin of feeConfig?.feeCoinsSupported ?? []) if (coin.amount === '25000') coin.amount = '40000'
    },
    hasEnded: () => clock.now() >= Date.parse(end),
  }
}

/** The errors that an in-memory node can't reproduce, because they don't depend on accounts of this chain. */
function planOf(
  { flows, history }: ReturnType<typeof stateFromRecording>,
  id: string,
  sequence: number,
): Execution | undefined {
  const entries = history[id] ?? []
  const entry = entries[sequence - 1]
  if (!entry) return undefined
  const error = entry.errors.find(
    error => !/balance too low|distribution error|trustless agent|authoriz|insufficient/.test(error),
  )
  const isUsual = entry.execFee.length > 0 && entry.scheduledExecTime !== flows[Number(id) - 1]?.endTime
  const alike = entries
    .slice(0, sequence - 1)
    .filter(({ executed, execFee }) => executed === entry.executed && execFee[0])
  const execFee = isUsual ? entry.execFee : (alike.at(-1)?.execFee ?? [{ denom: 'uinto', amount: '19040' }])
  return {
    outcome: error === undefined ? 'succeeded' : 'failed',
    ...(error !== undefined && { error }),
    execFee,
    answerAfter: 0,
  }
}

/** The flows of the recording `v1-outcomes` with their newest 20 runs. */
export function recordedOutcomes(file: 'while-they-run.json' | 'after-their-end.json'): {
  flows: Flow[]
  histories: Map<string, FlowHistoryPage>
  now: number
} {
  const exchanges = read(`v1-outcomes/${file}`).filter(({ response }) => response.status === 200)
  const bodies = exchanges.map(({ request, response }) => ({ path: request.path, body: JSON.parse(response.body) }))
  return {
    flows: bodies.flatMap(({ path, body }) => (/\/flows?\/\d+$/.test(path) ? v1.mappers.flow(body, false) : [])),
    histories: new Map(
      bodies.flatMap(({ path, body }) => {
        const id = /flow-history\/(\d+)\?/.exec(path)?.[1]
        return id === undefined ? [] : [[id, v1.mappers.flowHistory(body, false)]]
      }),
    ),
    now: Date.parse(file === 'while-they-run.json' ? '2026-11-22T19:27:43Z' : '2026-11-22T19:44:53Z'),
  }
}

/** Creates a client of the chain at the end of the recording `v1-truth`. It adds the URLs of its requests to `requests`. */
export function truthClient(chains: FlowClientOptions['chains'], requests: string[] = []): FlowClient {
  const exchanges = {
    'http://node': read('v1-truth/end.json'),
    'http://other-chain': read('v1-truth/end.other-chain.json'),
  }
  const replay = replayRecordings(exchanges)
  const fetch: typeof replay = (input, init) => {
    requests.push(`${input}`)
    return replay(input, init)
  }
  return createFlowClient({ lcd: 'http://node', chains, retries: 0, fetch })
}
