import { chainIdQueryOptions, csvName, endpointName, icons, saveFile, words } from '@flow-query/explorer-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useEndpoint } from '../endpoint'
import { Mark } from './Mark'

/** A button that saves a list as a CSV file. `list` is the start of the file name. */
export function CsvButton({ list, content }: { list: string; content: () => string }) {
  const { endpoint } = useEndpoint()
  const queryClient = useQueryClient()

  function save() {
    const { queryKey } = chainIdQueryOptions(endpoint, { data: undefined })
    const chain = queryClient.getQueryData<string | null>(queryKey) ?? endpointName(endpoint)
    saveFile(csvName(list, chain, Date.now()), 'text/csv', content())
  }

  return (
    <button type="button" className="link csv" data-testid="csv" onClick={save}>
      <Mark path={icons.download} />
      {words.csv.export}
    </button>
  )
}
