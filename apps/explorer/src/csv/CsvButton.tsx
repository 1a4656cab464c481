import type { ChainTime } from '@flow-query/core'
import { useState } from 'react'
import { useTime } from '../time/use-chain-time'
import { Mark } from '../values/Mark'
import { icons } from '../values/marks'
import type * as Csv from './csv'
import { useSaveCsv } from './use-save-csv'

interface CsvButtonProps {
  /** The start of the file name. */
  list: string
  table: (csv: typeof Csv, time: ChainTime) => string
}

/** A button that saves a list as a CSV file. */
export function CsvButton({ list, table }: CsvButtonProps) {
  const save = useSaveCsv()
  const time = useTime()
  const [hasFailed, setFailed] = useState(false)
  if (!time) return null

  function start(time: ChainTime) {
    setFailed(false)
    save(list, csv => table(csv, time)).catch(() => setFailed(true))
  }

  return (
    <button type="button" className="link csv" data-testid="csv" onClick={() => start(time)}>
      <Mark path={icons.download} />
      {hasFailed ? 'Export failed' : 'Export CSV'}
    </button>
  )
}
