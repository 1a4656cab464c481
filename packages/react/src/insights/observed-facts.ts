'use client'

import type { BlockTime } from '@flow-query/core'
import type { FactsObserverClass, ObservedResult } from '@flow-query/insights/query'
import { notifyManager, QueriesObserver, useIsRestoring, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { ClientOptions } from '../types.js'

export interface CheckOptions extends ClientOptions {
  /** The newest block, from `chainTime`. Defaults to the data of {@link useChainTime}. */
  time?: BlockTime | undefined
}

/** Subscribes to a result that is computed from cached facts, as `useQuery` subscribes to a query. */
export function useObservedFacts<Options extends object, Data>(
  Observer: FactsObserverClass<Options, Data>,
  options: Options,
): ObservedResult<Data> {
  const queryClient = useQueryClient()
  const isRestoring = useIsRestoring()
  const [observer] = useState(() => new Observer(queryClient, new QueriesObserver(queryClient, []), options))
  const result = observer.getOptimisticResult(options)
  useEffect(() => observer.setOptions(options), [observer, options])
  const subscribe = useCallback(
    (onChange: () => void) => (isRestoring ? () => {} : observer.subscribe(notifyManager.batchCalls(onChange))),
    [observer, isRestoring],
  )
  const getResult = () => observer.getResult()
  useSyncExternalStore(subscribe, getResult, getResult)
  return result
}
