import { createFeeRules, newestRules, type ReleaseRules } from '@flow-query/rules'
import { copyOf, emptyAccounts } from './accounts/accounts.js'
import { type AccountsAt, Ledger } from './accounts/ledger.js'
import { type DryRun, dryRunMessages, type Submissions, submitMessage } from './accounts/messages.js'
import { createPayments } from './accounts/payments.js'
import { type Blocks, createBlocks } from './blocks/blocks.js'
import type { Snapshot } from './blocks/heights.js'
import { createSchedule, type Schedule } from './blocks/schedule.js'
import { createStore, type Store } from './blocks/store.js'
import { nsToTime, timeToNs } from './blocks/time.js'
import { type ChainEventListener, createChainEvents } from './chain-events.js'
import type { Behavior, Execution } from './execution.js'
import { Executor } from './executor.js'
import { messageJsonError } from './message-json.js'
import { createPackets } from './packets.js'
import type {
  AccountsState,
  AnyMessage,
  ChainState,
  Coin,
  Flow,
  HistoryEntry,
  InterchainAccount,
  Params,
  TrustlessAgent,
} from './state.js'
import { submitFlowType } from './submission/submission.js'
import { validateMessage } from './submission/validate.js'

export interface ChainOptions {
  clock: () => number
  seed?: number
  behave?: Behavior
  scheduled?: (flow: Flow) => boolean
  rules?: ReleaseRules
}

/** Reading the chain first executes everything that has become due since the last read. */
export class Chain {
  readonly params: Params
  readonly interchainAccounts: readonly InterchainAccount[]
  readonly trustlessAgents: readonly TrustlessAgent[]
  readonly burntDenom: string
  readonly #initial: ChainState
  readonly #scheduled: (flow: Flow) => boolean
  readonly #blocks: Blocks
  readonly #store: Store
  readonly #packets = createPackets()
  readonly #events = createChainEvents()
  readonly #schedule: Schedule
  readonly #ledger: Ledger
  readonly #executor: Executor

  constructor(initial: ChainState, options: ChainOptions) {
    const { clock, seed = 1, behave = () => undefined, rules = newestRules } = options
    const { params, interchainAccounts, trustlessAgents } = initial
    const blocks = createBlocks(initial.height, clock, seed)
    const { scheduled = (flow: Flow) => timeToNs(flow.execTime) > blocks.now() } = options
    this.params = params
    this.interchainAccounts = interchainAccounts
    this.trustlessAgents = trustlessAgents
    this.burntDenom = initial.totalBurnt.denom || 'uinto'
    this.#initial = initial
    this.#scheduled = scheduled
    this.#blocks = blocks
    this.#store = createStore(initial, blocks.timeOf)
    this.#schedule = createSchedule(blocks)
    this.#ledger = new Ledger(copyOf(initial.accounts ?? emptyAccounts()))
    this.#executor = new Executor({
      store: this.#store,
      blocks,
      packets: this.#packets,
      chainEvents: this.#events,
      schedule: this.#schedule,
      payments: createPayments({
        ledger: this.#ledger,
        rules: createFeeRules(params),
        gatesValidators: rules.gatesValidators,
        agents: trustlessAgents,
      }),
      behave,
      seed,
      rules,
      firstHeight: initial.height,
    })
    for (const index of initial.flows.keys()) this.#start(index)
  }

  /** Reading the height seals that block, so the block never changes again. */
  get height(): number {
    this.catchUp()
    return this.seal()
  }

  get time(): bigint {
    this.catchUp()
    return this.timeOf(this.#blocks.newest())
  }

  timeOf(height: number): bigint {
    return this.#blocks.timeOf(height)
  }

  catchUp(): void {
    this.#schedule.runDue()
    this.#events.deliver()
  }

  /** Seals the newest block: later changes go into a new block. */
  seal(): number {
    return this.#blocks.seal()
  }

  get flows(): readonly Flow[] {
    this.catchUp()
    return this.#store.flows
  }

  history(id: string): readonly HistoryEntry[] {
    this.catchUp()
    return this.#store.history(Number(id) - 1)
  }

  idsOfOwner(owner: string): readonly number[] {
    this.catchUp()
    return this.#store.idsOfOwner(owner)
  }

  openPackets(port: string): readonly string[] {
    this.catchUp()
    return this.#packets.openOf(port)
  }

  at(height: number): Snapshot {
    this.catchUp()
    return height < this.#blocks.newest() ? this.#store.at(height) : this.#store.newest()
  }

  get accounts(): AccountsState {
    this.catchUp()
    return this.#ledger.accounts
  }

  accountsAt(height: number): AccountsAt {
    this.catchUp()
    return this.#ledger.at(height)
  }

  state(): ChainState {
    const height = this.height
    const { flows, totalBurnt } = this.#store
    return {
      ...this.#initial,
      height,
      time: nsToTime(this.timeOf(height)),
      flows: [...flows],
      history: Object.fromEntries(flows.map((flow, index) => [flow.id, [...this.#store.history(index)]])),
      accounts: copyOf(this.#ledger.accounts),
      totalBurnt: { denom: this.burntDenom, amount: String(totalBurnt) },
    }
  }

  subscribe(listener: ChainEventListener): () => void {
    this.catchUp()
    return this.#events.subscribe(listener)
  }

  dryRun(messages: readonly AnyMessage[]): DryRun {
    this.catchUp()
    const height = this.#blocks.newest()
    const at = this.timeOf(height)
    return dryRunMessages(this.#ledger, messages, { height, at, completed: at }, this.#submissions())
  }

  deposit(address: string, coins: readonly Coin[]): void {
    this.#change(height => this.#ledger.deposit(address, coins, height))
  }

  addFlow(flow: Flow, history: readonly HistoryEntry[] = []): void {
    this.#change(height => this.#add(flow, history, height))
  }

  /** Throws what a node prints if the chain refuses the flow. */
  submitFlow(message: AnyMessage): Flow {
    const error = messageJsonError(message)
    if (error !== null) throw new Error(error)
    if (message['@type'] !== submitFlowType)
      throw new RangeError(`The message must be a ${submitFlowType}, got ${message['@type']}.`)
    validateMessage(message)
    return this.#change(height => {
      const block = { height, at: this.timeOf(height), completed: this.timeOf(height - 1) }
      const flow = submitMessage(this.#ledger, message, block, this.#submissions())
      this.#add(flow, [], height)
      return flow
    })
  }

  updateFlow(id: string, changes: Partial<Flow>): Flow {
    const index = this.#indexOf(id)
    return this.#change(height => {
      const before = this.#store.flow(index)
      const updateHistory = [...before.updateHistory, nsToTime(this.#blocks.now())]
      const flow = { ...before, updateHistory, ...changes, id: before.id, owner: before.owner }
      this.#store.changeFlow(index, flow, height)
      if (flow.execTime !== before.execTime)
        this.#executor.setNextRun(index, this.#scheduled(flow) ? timeToNs(flow.execTime) : null)
      this.#events.add({ kind: 'updated', height, flow })
      return flow
    })
  }

  execute(id: string, execution?: Execution): HistoryEntry {
    const index = this.#indexOf(id)
    return this.#change(height => {
      this.#executor.runNow(index, execution, height)
      return this.#newestEntry(index)
    })
  }

  answer(id: string, execution: Execution): HistoryEntry {
    const index = this.#indexOf(id)
    if (!this.#store.history(index).some(({ packetSequences }) => packetSequences.length > 0))
      throw new RangeError(`Flow ${id} has no packet that waits for a response.`)
    return this.#change(height => {
      const packet = this.#packets.newestOpen(index)
      if (packet) this.#executor.answer(index, packet, execution, height)
      return this.#newestEntry(index)
    })
  }

  #start(index: number): void {
    const flow = this.#store.flow(index)
    this.#packets.restore(index, flow, this.#store.history(index))
    if (this.#scheduled(flow)) this.#executor.setNextRun(index, timeToNs(flow.execTime))
  }

  #add(flow: Flow, history: readonly HistoryEntry[], height: number): void {
    this.#store.addFlow(flow, history, height)
    this.#start(this.#store.flows.length - 1)
    this.#events.add({ kind: 'created', height, flow })
  }

  #change<Result>(act: (height: number) => Result): Result {
    this.catchUp()
    const result = act(this.#blocks.open())
    this.#events.deliver()
    return result
  }

  #indexOf(id: string): number {
    this.catchUp()
    return Number(this.#store.flow(Number(id) - 1).id) - 1
  }

  #submissions(): Submissions {
    return { params: this.params, flows: this.#store.flows.length }
  }

  #newestEntry(index: number): HistoryEntry {
    const entry = this.#store.history(index).at(-1)
    if (!entry) throw new RangeError(`Flow ${index + 1} has not run.`)
    return entry
  }
}
