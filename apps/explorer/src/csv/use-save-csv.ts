import { useQueryClient } from '@tanstack/react-query'
import { chainIdQueryOptions } from '../node/chain-id'
import { useEndpoint } from '../node/EndpointProvider'
import { endpointName } from '../node/endpoint'
import type * as Csv from './csv'

export type Table = (csv: typeof Csv) => string

/** Returns a function that saves a table as a file. `list` is the start of the file name. The code for CSV is loaded by the first call. */
export function useSaveCsv() {
  const { endpoint } = useEndpoint()
  const queryClient = useQueryClient()
  return async (list: string, table: Table) => {
    const csv = await import('./csv')
    const { queryKey } = chainIdQueryOptions(endpoint, { data: undefined })
    const chain = queryClient.getQueryData<string | null>(queryKey) ?? endpointName(endpoint)
    saveFile(csv.csvName(list, chain, Date.now()), 'text/csv', table(csv))
  }
}

function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // Some browsers start the download after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
