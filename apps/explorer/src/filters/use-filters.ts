import { useMemo } from 'react'
import { useLocation, useSearchParams } from '../router/router'
import { type Filters, readFilters, withFilter } from './filters'

/** Reads the filters from the URL. */
export function useFilters() {
  const { pathname } = useLocation()
  const [search, setSearch] = useSearchParams()
  const address = search.toString()
  const filters = useMemo(() => readFilters(new URLSearchParams(address)), [address])

  function setFilter(name: keyof Filters, value: string) {
    // The router updates the URL before it renders. The user may have opened another page, which is still loading.
    if (window.location.pathname !== pathname) return
    // For the same reason, `search` can lack the previous change.
    setSearch(withFilter(new URLSearchParams(window.location.search), name, value), { replace: true })
  }

  return { filters, setFilter }
}
