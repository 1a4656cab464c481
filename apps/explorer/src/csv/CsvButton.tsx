import { useQueryClient } from '@tanstack/react-query'
import { saveFile } from '../browser'
import { endpointName } from '../node/endpoint'
import { useEndpoint } from '../node/endpoint-context'
import { chainIdQueryOptions } from '../node/node'
import { Mark } from '../values/Mark'
import { icons } from '../values/marks'
import type * as Csv from './csv'

/** A button that saves a list as a CSV file. `list` is the start of the file name. The code for CSV is loaded by a click. */
export function CsvButton({ list, table }: { list: string; table: (csv: typeof Csv) => string }) {
  const { endpoint } = useEndpoint()
  const queryClient = useQueryClient()

  async function save() {
    const csv = await import('./csv')
    const { queryKey } = chainIdQueryOptions(endpoint, { data: undefined })
    const chain = queryClient.getQueryData<string | null>(queryKey) ?? endpointName(endpoint)
    saveFile(csv.csvName(list, chain, Date.now()), 'text/csv', table(csv))
  }

  return (
    <button type="button" className="link csv" data-testid="csv" onClick={save}>
      <Mark path={icons.download} />
      Export CSV
    </button>
  )
}
