import { copyOf, emptyAccounts } from './accounts/accounts.js'
import { createFeeRules } from './accounts/fees.js'
import { type AccountsAt, createLedger } from './accounts/ledger.js'
import { type DryRun, dryRunMessages, type Submissions, submitMessage } from './accounts/messages.js'
import { createPayments } from './accounts/payments.js'
import { createBlocks } from './blocks/blocks.js'
import type { Snapshot } from './blocks/heights.js'
import { createSchedule } from './blocks/schedule.js'
import { createStore } from './blocks/store.js'
import { nsToTime, timeToNs } from './blocks/time.js'
import { type ChainEventListener, createChainEvents } from './chain-events.js'
import { type ChainRules, newestRules } from './conditions/rules.js'
import type { Behavior, Execution } from './execution.js'
import { createExecutor } from './executor.js'
import { messageJsonError } from './message-json.js'
import { createPackets } from './packets.js'
import type { AccountsState, AnyMessage, ChainState, Coin, Flow, HistoryEntry } from './state.js'
import { validateMessage } from './submission/validate.js'

/** Reading the chain first executes everything that has become due since the last read. */
export interface Chain extends Pick<ChainState, 'params' | 'interchainAccounts' | 'trustlessAgents'> {
  /** Reading the height seals that block, so the block never changes again. */
  readonly height: number
  readonly time: bigint
  timeOf: (height: number) => bigint
  readonly burntDenom: string
  catchUp: () => void
  /** Seals the newest block: later changes go into a new block. */
  seal: () => void
  readonly flows: readonly Flow[]
  history: (id: string) => readonly HistoryEntry[]
  idsOfOwner: (owner: string) => readonly number[]
  openPackets: (port: string) => readonly string[]
  at: (height: number) => Snapshot
  readonly accounts: AccountsState
  accountsAt: (height: number) => AccountsAt
  readonly rules: ChainRules
  dryRun: (messages: readonly AnyMessage[]) => DryRun
  deposit: (address: string, coins: readonly Coin[]) => void
  state: () => ChainState
  subscribe: (listener: ChainEventListener) => () => void
  addFlow: (flow: Flow, history?: readonly HistoryEntry[]) => void
  /** Throws what a node prints if the chain refuses the flow. */
  submitFlow: (message: AnyMessage) => Flow
  updateFlow: (id: string, changes: Partial<Flow>) => Flow
  execute: (id: string, execution?: Execution) => HistoryEntry
  answer: (id: string, execution: Execution) => HistoryEntry
}

export interface ChainOptions {
  clock: () => number
  seed?: number
  behave?: Behavior
  scheduled?: (flow: Flow) => boolean
  rules?: ChainRules
}

export function createChain(initial: ChainState, options: ChainOptions): Chain {
  const { clock, seed = 1, behave = () => undefined, rules = newestRules } = options
  const blocks = createBlocks(initial.height, clock, seed)
  const { scheduled = (flow: Flow) => timeToNs(flow.execTime) > blocks.now() } = options
  const store = createStore(initial, blocks.timeOf)
  const packets = createPackets()
  const chainEvents = createChainEvents()
  const schedule = createSchedule(blocks)
  const ledger = createLedger(copyOf(initial.accounts ?? emptyAccounts()))
  const fees = createFeeRules(initial.params, rules.hasOldRules)
  const payments = createPayments({
    ledger,
    rules: fees,
    gatesValidators: rules.gatesValidators,
    agents: initial.trustlessAgents,
  })
  const { params, interchainAccounts, trustlessAgents } = initial
  const executor = createExecutor({
    store,
    blocks,
    packets,
    chainEvents,
    schedule,
    payments,
    behave,
    seed,
    rules,
    firstHeight: initial.height,
  })
  for (const index of initial.flows.keys()) start(index)

  function start(index: number): void {
    const flow = store.flow(index)
    packets.restore(index, flow, store.history(index))
    if (scheduled(flow)) executor.setNextRun(index, timeToNs(flow.execTime))
  }

  function add(flow: Flow, history: readonly HistoryEntry[], height: number): void {
    store.addFlow(flow, history, height)
    start(store.flows.length - 1)
    chainEvents.add({ kind: 'created', height, flow })
  }

  function catchUp(): void {
    schedule.runDue()
    chainEvents.deliver()
  }

  function change<Result>(act: (height: number) => Result): Result {
    catchUp()
    const result = act(blocks.open())
    chainEvents.deliver()
    return result
  }

  function indexOf(id: string): number {
    catchUp()
    return Number(store.flow(Number(id) - 1).id) - 1
  }

  function submissions(): Submissions {
    return { params, rules, flows: store.flows.length }
  }

  function newestEntry(index: number): HistoryEntry {
    const entry = store.history(index).at(-1)
    if (!entry) throw new RangeError(`Flow ${index + 1} has not run.`)
    return entry
  }

  const burntDenom = initial.totalBurnt.denom || 'uinto'
  return {
    params,
    rules,
    burntDenom,
    interchainAccounts,
    trustlessAgents,
    get height() {
      catchUp()
      return blocks.seal()
    },
    get time() {
      catchUp()
      return blocks.timeOf(blocks.newest())
    },
    timeOf: blocks.timeOf,
    catchUp,
    seal: blocks.seal,
    get flows() {
      catchUp()
      return store.flows
    },
    history(id) {
      catchUp()
      return store.history(Number(id) - 1)
    },
    idsOfOwner(owner) {
      catchUp()
      return store.idsOfOwner(owner)
    },
    openPackets(port) {
      catchUp()
      return packets.openOf(port)
    },
    at(height) {
      catchUp()
      return height < blocks.newest() ? store.at(height) : store.newest()
    },
    get accounts() {
      catchUp()
      return ledger.accounts
    },
    accountsAt(height) {
      catchUp()
      return ledger.at(height)
    },
    dryRun(messages) {
      catchUp()
      const height = blocks.newest()
      const at = blocks.timeOf(height)
      return dryRunMessages(ledger, messages, { height, at, completed: at }, submissions())
    },
    deposit(address, coins) {
      change(height => ledger.deposit(address, coins, height))
    },
    state() {
      catchUp()
      const history = Object.fromEntries(store.flows.map((flow, index) => [flow.id, [...store.history(index)]]))
      const height = blocks.seal()
      return {
        ...initial,
        height,
        time: nsToTime(blocks.timeOf(height)),
        flows: [...store.flows],
        history,
        accounts: copyOf(ledger.accounts),
        totalBurnt: { denom: burntDenom, amount: String(store.totalBurnt) },
      }
    },
    subscribe(listener) {
      catchUp()
      return chainEvents.subscribe(listener)
    },
    addFlow(flow, history = []) {
      change(height => add(flow, history, height))
    },
    submitFlow(message) {
      const error = messageJsonError(message, rules)
      if (error !== null) throw new Error(error)
      if (message['@type'] !== rules.submitFlowType)
        throw new RangeError(`The message must be a ${rules.submitFlowType}, got ${message['@type']}.`)
      validateMessage(message, rules)
      return change(height => {
        const block = { height, at: blocks.timeOf(height), completed: blocks.timeOf(height - 1) }
        const flow = submitMessage(ledger, message, block, submissions())
        add(flow, [], height)
        return flow
      })
    },
    updateFlow(id, changes) {
      const index = indexOf(id)
      return change(height => {
        const before = store.flow(index)
        const updateHistory = [...before.updateHistory, nsToTime(blocks.now())]
        const flow = { ...before, updateHistory, ...changes, id: before.id, owner: before.owner }
        store.changeFlow(index, flow, height)
        if (flow.execTime !== before.execTime)
          executor.setNextRun(index, scheduled(flow) ? timeToNs(flow.execTime) : null)
        chainEvents.add({ kind: 'updated', height, flow })
        return flow
      })
    },
    execute(id, execution) {
      const index = indexOf(id)
      return change(height => {
        executor.runNow(index, execution, height)
        return newestEntry(index)
      })
    },
    answer(id, execution) {
      const index = indexOf(id)
      if (!store.history(index).some(({ packetSequences }) => packetSequences.length > 0))
        throw new RangeError(`Flow ${id} has no packet that waits for a response.`)
      return change(height => {
        const packet = packets.newestOpen(index)
        if (packet) executor.answer(index, packet, execution, height)
        return newestEntry(index)
      })
    },
  }
}
