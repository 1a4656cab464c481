export {
  type FlowEvent,
  type LiveFlowsOptions,
  type LiveStatus,
  liveFlows,
  type WatchFlowsOptions,
  watchFlows,
} from '@flow-query/core/live'
export {
  type UseLiveFlowsOptions,
  type UseLiveFlowsResult,
  type UseWatchFlowsOptions,
  useLiveFlows,
  useWatchFlows,
} from './hooks.svelte.js'
