'use client'

import { useLiveFlows } from '@flow-query/react'

export function LiveMark() {
  const { state, error } = useLiveFlows({ fallbackInterval: 10_000 })
  return <footer title={error?.message}>{state === 'connected' ? 'Live' : state}</footer>
}
