import { useEffect } from 'react'
import { paths } from '../router/paths'
import { useLocation } from '../router/router'
import { flowsPath } from './filters'

const storageKey = 'flow-explorer:view'

/** Returns the URL of the list of flows with its last filters in this tab. On the list itself, the URL has no filters. */
export function useFlowsPath(): string {
  const { pathname, search } = useLocation()
  const isList = pathname === paths.flows
  useEffect(() => {
    if (isList) remember(flowsPath(new URLSearchParams(search)))
  }, [isList, search])
  return isList ? paths.flows : lastPath()
}

function remember(path: string): void {
  try {
    sessionStorage.setItem(storageKey, path)
  } catch {
    // Without storage, links lead to the list without filters.
  }
}

function lastPath(): string {
  try {
    const stored = sessionStorage.getItem(storageKey)
    return stored?.startsWith(`${paths.flows}?`) ? stored : paths.flows
  } catch {
    // The browser blocks storage.
    return paths.flows
  }
}
