import type { BlockTime, Flow, FlowClient, FlowQueryError, QueryName } from '@flow-query/core'
import type { FlowEvent, LiveStatus } from '@flow-query/core/live'
import type { FlowQueries, FlowQueryKey, FlowQueryName, InfiniteArgs, Pages, QueryArgs } from '@flow-query/core/query'
import type { FlowVerdict } from '@flow-query/insights'
import type { FlowDraft } from '@flow-query/insights/draft'
import type { FlowDryRun, FlowsForecastFacts } from '@flow-query/insights/forecast'
import type { CheckedFlows, FactQueries, FactQueryName, FlowDraftCheck, FlowsVerdict } from '@flow-query/insights/query'
import type {
  InfiniteQueryObserverOptions,
  InfiniteQueryObserverResult,
  QueryClient,
  QueryClientConfig,
  QueryObserverOptions,
  QueryObserverResult,
} from '@tanstack/query-core'
import type { App, AppOptions } from './app.js'

/** The functions that a binding provides for the scenarios on a server. */
export interface ServerFramework {
  QueryClient: new (config: QueryClientConfig) => QueryClient
  hooks: Hooks
  renderToString: <Result, Props>(app: App, scene: Scene<Result, Props>) => Promise<string>
  /** The message of the error that hooks throw without a client. */
  noClient: RegExp
}

/** The functions that a binding provides for the scenarios in a page. */
export interface Framework {
  QueryClient: new (config: QueryClientConfig) => QueryClient
  hooks: Hooks
  mount: <Result, Props>(app: App, scene: Scene<Result, Props>) => Mounted<Result, Props>
  /** Hydrates markup from a server. */
  hydrate: <Result, Props>(app: App, scene: Scene<Result, Props>, container: HTMLElement) => { unmount: () => void }
  /** Mounts a list with one component per row. Each row calls `onRender` when it renders. */
  mountRows: (app: App, use: () => () => readonly Row[], onRender: (id: string) => void) => void
  /** Runs `work`, and waits until the page is updated. */
  act: (work: () => unknown) => Promise<void>
  waitFor: (expectation: () => void) => Promise<void>
  /** The message of the error that hooks throw without a client. */
  noClient: RegExp
}

/** The functions that scenarios use. */
export interface Kit extends Framework {
  createApp: (options?: AppOptions) => App
}

/** A component that calls hooks and shows a text. */
export interface Scene<Result, Props = undefined> {
  /** Calls the hooks. Runs when the component is created, and in React with each render. `props` returns the current props. */
  use: (props: () => Props) => Result
  /** Returns the text of the component's only paragraph. */
  show?: (result: Result) => string | undefined
  props?: Props
  /** The client to provide. Null means no client. Default: the client of the app. */
  client?: FlowClient | null
}

/** Returns a scene unchanged, so that TypeScript infers its types. */
export const scene = <Result, Props = undefined>(scene: Scene<Result, Props>) => scene

export interface Mounted<Result, Props> {
  /** The current result of the hooks. */
  readonly result: Result
  /** Changes the props. */
  give: (props: Props) => Promise<void>
  /** Provides another client. */
  provide: (client: FlowClient) => Promise<void>
  unmount: () => void
}

export interface Row {
  id: string
  label: string
}

type AllQueries = FlowQueries & FactQueries
type AnyQueryName = FlowQueryName | FactQueryName
type Args<Name extends AnyQueryName> = AllQueries[Name]['args']
type Data<Name extends AnyQueryName> = AllQueries[Name]['data']
type QueryOwn = 'queryKey' | 'queryFn' | 'initialPageParam' | 'getNextPageParam'

interface Options<Name extends AnyQueryName, Selected>
  extends Omit<QueryObserverOptions<Data<Name>, FlowQueryError, Selected, Data<Name>, FlowQueryKey<Name>>, QueryOwn> {
  client?: FlowClient | undefined
}

interface InfiniteOptions<Name extends QueryName, Selected>
  extends Omit<
    InfiniteQueryObserverOptions<Data<Name>, FlowQueryError, Selected, FlowQueryKey<Name>, string | null>,
    QueryOwn
  > {
  client?: FlowClient | undefined
}

type QueryHook<Name extends AnyQueryName> = <Selected = Data<Name>>(
  args?: () => QueryArgs<Args<Name>>,
  options?: () => Options<Name, Selected>,
) => QueryObserverResult<Selected, FlowQueryError>

type InfiniteQueryHook<Name extends QueryName> = <Selected = Pages<Data<Name>>>(
  args?: () => InfiniteArgs<Args<Name>>,
  options?: () => InfiniteOptions<Name, Selected>,
) => InfiniteQueryObserverResult<Selected, FlowQueryError>

type ListName = 'flows' | 'flowsForOwner' | 'flowHistory' | 'trustlessAgents' | 'trustlessAgentsForAdmin'

/** The hooks of a binding in a uniform shape: all arguments are getters, and the fields of a result are always current. */
export type Hooks = {
  [Name in AnyQueryName as `use${Capitalize<Name>}`]: QueryHook<Name>
} & {
  [Name in ListName as `useInfinite${Capitalize<Name>}`]: InfiniteQueryHook<Name>
} & {
  useFlowClient: (client?: () => FlowClient) => FlowClient
  useFlowsHealth: (
    options: () => CheckedFlows & {
      time?: BlockTime | undefined
      client?: FlowClient | undefined
    },
  ) => FlowsVerdict
  useFlowsVerdict: (
    options: () => CheckedFlows & {
      dryRuns?: FlowsForecastFacts['dryRuns'] | undefined
      otherFlows?: readonly Flow[] | undefined
      maxOtherFlows?: number | undefined
      time?: BlockTime | undefined
      client?: FlowClient | undefined
    },
  ) => FlowsVerdict
  useFlowVerdict: (
    options: () => {
      flow: Flow | null | undefined
      dryRun?: FlowDryRun | undefined
      time?: BlockTime | undefined
      client?: FlowClient | undefined
    },
  ) => Pick<FlowsVerdict, 'isPending' | 'error'> & { data: FlowVerdict | undefined }
  useFlowDraft: (
    options: () => {
      draft: FlowDraft | null | undefined
      debounce?: number | undefined
      time?: BlockTime | undefined
      client?: FlowClient | undefined
    },
  ) => FlowDraftCheck
  useLiveFlows: (
    options?: () => { fallbackInterval?: number | undefined; client?: FlowClient | undefined },
  ) => LiveStatus
  useWatchFlows: (
    options: () => {
      onEvent: (event: FlowEvent) => void
      onStatus?: (status: LiveStatus) => void
      client?: FlowClient | undefined
    },
  ) => void
}
