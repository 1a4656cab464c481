import type { Flow } from '@flow-query/core'
import type { FlowVerdict } from '@flow-query/insights'
import { useFlowClient } from '@flow-query/react'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { useChainNow } from '../time/use-chain-time'
import { VerdictMemory } from './verdict-memory'

const VerdictMemoryContext = createContext(new VerdictMemory())

/** Remembers the verdicts of all pages. Each endpoint has its own memory. */
export function KnownVerdicts({ children }: { children: ReactNode }) {
  const { scope } = useFlowClient()
  const [known, setKnown] = useState(() => ({ scope, memory: new VerdictMemory() }))
  if (known.scope !== scope) setKnown({ scope, memory: new VerdictMemory() })
  return <VerdictMemoryContext value={known.memory}>{children}</VerdictMemoryContext>
}

export function useRememberVerdicts(verdicts: readonly FlowVerdict[]): void {
  const memory = use(VerdictMemoryContext)
  useEffect(() => memory.remember(verdicts), [memory, verdicts])
}

/** Returns the last verdict of a flow that was checked in this visit, without requests. It holds until the next run is due. */
export function useKnownVerdict(flow: Flow): FlowVerdict | undefined {
  const verdict = use(VerdictMemoryContext).verdictOf(flow)
  const isDue = useChainNow(now => Date.parse(flow.execTime) <= now)
  return verdict?.state === 'ended' || !isDue ? verdict : undefined
}
