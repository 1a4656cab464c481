import { chainIdQueryOptions, endpointName, icons, saveFile, words } from '@flow-query/explorer-kit'
import type * as Csv from '@flow-query/explorer-kit/csv'
import { useQueryClient } from '@tanstack/react-query'
import { useEndpoint } from '../endpoint'
import { Mark } from './values/Mark'

/** A button that saves a list as a CSV file. `list` is the start of the file name. The code for CSV is loaded by a click. */
export function CsvButton({ list, table }: { list: string; table: (csv: typeof Csv) => string }) {
  const { endpoint } = useEndpoint()
  const queryClient = useQueryClient()

  async function save() {
    const csv = await import('@flow-query/explorer-kit/csv')
    const { queryKey } = chainIdQueryOptions(endpoint, { data: undefined })
    const chain = queryClient.getQueryData<string | null>(queryKey) ?? endpointName(endpoint)
    saveFile(csv.csvName(list, chain, Date.now()), 'text/csv', table(csv))
  }

  return (
    <button type="button" className="link csv" data-testid="csv" onClick={save}>
      <Mark path={icons.download} />
      {words.exportCsv}
    </button>
  )
}
