import type { ChainTime } from '@flow-query/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { chainIdQueryOptions } from '../node/chain-id'
import { useEndpoint } from '../node/EndpointProvider'
import { endpointName } from '../node/endpoint'
import { useTime } from '../time/use-chain-time'
import { Mark } from '../values/Mark'
import { icons } from '../values/marks'
import type * as Csv from './csv'

type Table = (csv: typeof Csv, time: ChainTime) => string

/** A button that saves a list as a CSV file. `list` is the start of the file name. The code for CSV is loaded by a click. */
export function CsvButton({ list, table }: { list: string; table: Table }) {
  const { endpoint } = useEndpoint()
  const queryClient = useQueryClient()
  const time = useTime()
  const [hasFailed, setFailed] = useState(false)
  if (!time) return null

  async function save(time: ChainTime) {
    const csv = await import('./csv')
    const { queryKey } = chainIdQueryOptions(endpoint, { data: undefined })
    const chain = queryClient.getQueryData<string | null>(queryKey) ?? endpointName(endpoint)
    saveFile(csv.csvName(list, chain, Date.now()), 'text/csv', table(csv, time))
  }

  function start(time: ChainTime) {
    setFailed(false)
    save(time).catch(() => setFailed(true))
  }

  return (
    <button type="button" className="link csv" data-testid="csv" onClick={() => start(time)}>
      <Mark path={icons.download} />
      {hasFailed ? 'Export failed' : 'Export CSV'}
    </button>
  )
}

function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // Some browsers start the download after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
