import { useFlowClient } from '@flow-query/react'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useSyncExternalStore } from 'react'
import { watchChanges } from '../steps/watch-changes'
import { idle, type LiveState, liveState } from './live'

/** Returns whether the node responds to the queries of the page. */
export function useLive(): LiveState {
  const cache = useQueryClient().getQueryCache()
  const { scope } = useFlowClient()
  const state = useRef(idle)
  const subscribe = useCallback((listener: () => void) => watchChanges(cache, listener), [cache])
  return useSyncExternalStore(subscribe, () => {
    state.current = liveState(cache.findAll({ type: 'active' }), state.current, scope)
    return state.current
  })
}
