import type { FlowClient } from '@flow-query/core'
import { type FlowQueryError, type FlowQueryErrorKind, isFlowQueryError } from '@flow-query/core'
import { limited, type QueryContext, type ReadBlocks } from '@flow-query/core/parts/cache'
import type { AuthzGrant, Delegation, ForecastChainFacts, UnbondingDelegation } from '../forecast-facts.js'
import { factQuery } from './queries.js'

interface FactContext {
  signal: AbortSignal
  onBlocks?: (blocks: ReadBlocks) => void
}

/** The query options of one fact for TanStack Query, in any framework. */
export interface ForecastFactQueryOptions {
  queryKey: readonly ['flow-query', string, string, object]
  /** A client sends at most six of these requests at the same time. */
  queryFn: (context: FactContext) => Promise<unknown>
  retry: false
  /** Only set for facts that rarely or never change. */
  staleTime?: 'static' | number
}

export interface FactState {
  readonly status: 'pending' | 'error' | 'success'
  readonly data: unknown
  readonly error: unknown
  /** Contains the blocks of the responses. TanStack Query removes it when a fetch starts. */
  readonly fetchMeta?: unknown
}

export function isLoading(fact: FactState | undefined): boolean {
  return !fact || fact.status === 'pending'
}

export function isSameFact(one: FactState | undefined, other: FactState | undefined): boolean {
  return (
    isLoading(one) === isLoading(other) && one?.data === other?.data && (one?.error ?? null) === (other?.error ?? null)
  )
}

export type StateOf = (queryKey: ForecastFactQueryOptions['queryKey']) => FactState | undefined

export interface FactQuery<Data> extends ForecastFactQueryOptions {
  queryFn: (context: QueryContext) => Promise<Data>
}

export interface Accounts {
  addresses: string[]
  /** `<granter>/<grantee>` */
  grants: string[]
  /** The accounts whose delegations decide whether a message succeeds. */
  delegators: string[]
  /** The accounts that withdraw delegated coins. */
  unbonders: string[]
}

const hour = 3_600_000

interface ReadOptions {
  missing?: FlowQueryErrorKind
  isNamedByFlow?: boolean
}

export class FactReader {
  readonly queries: ForecastFactQueryOptions[] = []
  /** In the order of the queries. */
  readonly states: (FactState | undefined)[] = []
  isPending = false
  error: FlowQueryError | null = null
  readonly #keys = new Set<string>()
  readonly #client: FlowClient
  readonly #stateOf: StateOf
  readonly #mostKeys: number

  /** @param mostKeys the maximum number of facts of one kind, such as balances. The others stay unknown */
  constructor(client: FlowClient, stateOf: StateOf, mostKeys = Number.POSITIVE_INFINITY) {
    this.#client = client
    this.#stateOf = stateOf
    this.#mostKeys = mostKeys
  }

  /** Returns a reader that has read the same facts. */
  copy(): FactReader {
    const copy = new FactReader(this.#client, this.#stateOf, this.#mostKeys)
    for (const key of this.#keys) copy.#keys.add(key)
    copy.queries.push(...this.queries)
    copy.states.push(...this.states)
    copy.isPending = this.isPending
    copy.error = this.error
    return copy
  }

  /** Returns the data of a query, null if its error means that the fact doesn't exist, or undefined if the data is unknown. */
  read<Data>(query: FactQuery<Data>, { missing, isNamedByFlow = false }: ReadOptions = {}): Data | null | undefined {
    const state = this.#stateOf(query.queryKey)
    const key = JSON.stringify(query.queryKey)
    if (!this.#keys.has(key)) {
      this.#keys.add(key)
      this.queries.push(limited(this.#client, query))
      this.states.push(state)
    }
    if (!state || state.status === 'pending') this.isPending = true
    if (missing && isFlowQueryError(state?.error, missing)) return null
    // A flow can contain an invalid address or connection, but other flows must still get a forecast.
    if (isNamedByFlow && isFlowQueryError(state?.error, 'argument')) return missing ? null : undefined
    // A node can lack a module that other flows don't use.
    if (isNamedByFlow && isFlowQueryError(state?.error, 'unsupported')) return undefined
    if (isRequired(this.#client, query)) this.error ??= (state?.error ?? null) as FlowQueryError | null
    return state?.data as Data | undefined
  }

  readAll<Data>(keys: Iterable<string>, queryOf: (key: string) => FactQuery<Data>, missing?: FlowQueryErrorKind) {
    const options = { isNamedByFlow: true, ...(missing && { missing }) }
    const read = Array.from(new Set(keys)).slice(0, this.#mostKeys)
    return Object.fromEntries(read.map(key => [key, this.read(queryOf(key), options)]))
  }

  readAccounts(
    chain: FlowClient,
    { addresses, grants, delegators, unbonders }: Accounts,
    height?: number,
  ): Omit<ForecastChainFacts, 'spendableBalances'> {
    const balances = this.readAll(addresses, address => factQuery(chain, 'balances', { address, height }))
    const byPair = this.readAll<AuthzGrant[]>(grants, key => {
      const [granter = '', grantee = ''] = key.split('/')
      return factQuery(chain, 'authzGrants', { granter, grantee, height })
    })
    const delegations = this.readAll<Delegation[]>(delegators, delegator =>
      factQuery(chain, 'delegations', { delegator, height }),
    )
    const unbondings = this.readAll<UnbondingDelegation[]>(unbonders, delegator =>
      factQuery(chain, 'unbondingDelegations', { delegator, height }),
    )
    const stakingParams =
      unbonders.length > 0
        ? this.read({ ...factQuery(chain, 'stakingParams', { height }), staleTime: hour }, { isNamedByFlow: true })
        : undefined
    return {
      balances: present(balances),
      grants: present(byPair),
      delegations: present(delegations),
      unbondingDelegations: present(unbondings),
      ...(stakingParams && { stakingParams }),
    }
  }
}

/** Without simulations and the facts of other chains, a result is less precise, but the other facts are still useful. */
export function isRequired(
  { scope }: FlowClient,
  { queryKey: [, chain, name] }: Pick<ForecastFactQueryOptions, 'queryKey'>,
): boolean {
  return chain === scope && name !== 'flowDryRun'
}

export function present<Data>(facts: { [key: string]: Data | null | undefined }): { [key: string]: Data } {
  return Object.fromEntries(Object.entries(facts).filter((fact): fact is [string, Data] => fact[1] != null))
}
