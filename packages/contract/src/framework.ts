import type {
  Flow,
  FlowClient,
  FlowQueryError,
  FlowQueryKey,
  InfiniteArgs,
  Queries,
  QueryArgs,
  QueryName,
} from '@flow-query/core'
import type { FlowCollection, FlowCollectionArgs } from '@flow-query/core/collection'
import type { FlowsHealth } from '@flow-query/core/insights'
import type { FlowEvent, LiveStatus } from '@flow-query/core/live'
import type {
  InfiniteData,
  InfiniteQueryObserverOptions,
  InfiniteQueryObserverResult,
  QueryClient,
  QueryClientConfig,
  QueryObserverOptions,
  QueryObserverResult,
} from '@tanstack/query-core'
import type { App, AppOptions } from './app.js'

/** What a framework has to do for the scenarios, on a server and in a page. */
export interface ServerFramework {
  QueryClient: new (config: QueryClientConfig) => QueryClient
  hooks: Hooks
  renderToString: <Result, Props>(app: App, scene: Scene<Result, Props>) => Promise<string>
  /** What is thrown where no client is provided. */
  noClient: RegExp
}

/** What a framework has to do for the scenarios in a page. */
export interface Framework {
  QueryClient: new (config: QueryClientConfig) => QueryClient
  hooks: Hooks
  mount: <Result, Props>(app: App, scene: Scene<Result, Props>) => Mounted<Result, Props>
  /** Makes markup from a server live. */
  hydrate: <Result, Props>(app: App, scene: Scene<Result, Props>, container: HTMLElement) => { unmount: () => void }
  /** Mounts a list with a component for each row, which tells each time it is rendered. */
  mountRows: (app: App, use: () => () => readonly Row[], onRender: (id: string) => void) => void
  /** Does something, and waits until the page shows it. */
  act: (work: () => unknown) => Promise<void>
  waitFor: (expectation: () => void) => Promise<void>
  /** What is thrown where no client is provided. */
  noClient: RegExp
}

/** What scenarios are written with. */
export interface Kit extends Framework {
  createApp: (options?: AppOptions) => App
}

/** A component that calls hooks, and shows a text. */
export interface Scene<Result, Props = undefined> {
  /** Called while the component is made, in React with each render. What changes is in `given`. */
  use: (given: () => Props) => Result
  /** The text of the component's only paragraph. */
  show?: (result: Result) => string | undefined
  props?: Props
  /** Null for none; by default the app's. */
  client?: FlowClient | null
}

/** A scene, for what its parts say of each other. */
export const scene = <Result, Props = undefined>(scene: Scene<Result, Props>) => scene

export interface Mounted<Result, Props> {
  /** What the hooks say now. */
  readonly result: Result
  give: (props: Props) => Promise<void>
  /** Provides another client. */
  provide: (client: FlowClient) => Promise<void>
  unmount: () => void
}

export interface Row {
  id: string
  label: string
}

interface HookQueries extends Queries {
  flowCollection: { args: FlowCollectionArgs; data: FlowCollection }
}
type HookName = keyof HookQueries

type Args<Name extends HookName> = HookQueries[Name]['args']
type Data<Name extends HookName> = HookQueries[Name]['data']
type Pages<Name extends QueryName> = InfiniteData<Data<Name>, string | null>
type QueryOwn = 'queryKey' | 'queryFn' | 'initialPageParam' | 'getNextPageParam'

interface Options<Name extends HookName, Selected>
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

type QueryHook<Name extends HookName> = <Selected = Data<Name>>(
  args?: () => QueryArgs<Args<Name>>,
  options?: () => Options<Name, Selected>,
) => QueryObserverResult<Selected, FlowQueryError>

type InfiniteQueryHook<Name extends QueryName> = <Selected = Pages<Name>>(
  args?: () => InfiniteArgs<Args<Name>>,
  options?: () => InfiniteOptions<Name, Selected>,
) => InfiniteQueryObserverResult<Selected, FlowQueryError>

type ListName = 'flows' | 'flowsForOwner' | 'flowHistory' | 'trustlessAgents' | 'trustlessAgentsForAdmin'

/** The hooks of a binding, which are given everything in getters here, and answer objects whose fields are of now. */
export type Hooks = {
  [Name in HookName as `use${Capitalize<Name>}`]: QueryHook<Name>
} & {
  [Name in ListName as `useInfinite${Capitalize<Name>}`]: InfiniteQueryHook<Name>
} & {
  useFlowClient: (client?: () => FlowClient) => FlowClient
  useFlowsHealth: (
    options: () => {
      flows: readonly Flow[] | null | undefined
      now?: number | Date | undefined
      client?: FlowClient | undefined
    },
  ) => FlowsHealth
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
