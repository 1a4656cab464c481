import type { ChainTime, Flow } from '@flow-query/core'
import { formatCount, parsePeriod } from '@flow-query/format'
import { useFlowClient } from '@flow-query/react'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { errorText } from '../node/errors'
import { readRuns } from './read-runs'
import { useSaveCsv } from './use-save-csv'

interface RunsCsvDialogProps {
  list: string
  flows: readonly Flow[]
  time: ChainTime
  onClose: () => void
}

/** Reads all runs of a period, and saves them as a CSV file. */
export default function RunsCsvDialog({ list, flows, time, onClose }: RunsCsvDialogProps) {
  const client = useFlowClient()
  const save = useSaveCsv()
  const dialog = useRef<HTMLDialogElement>(null)
  const stop = useRef(() => {})
  const today = new Date(time.readAt).toISOString().slice(0, 10)
  const [from, setFrom] = useState(`${today.slice(0, 4)}-01-01`)
  const [to, setTo] = useState(today)
  const [read, setRead] = useState(0)
  useEffect(() => {
    dialog.current?.showModal()
    return () => stop.current()
  }, [])

  const exported = useMutation({
    async mutationFn() {
      const reading = new AbortController()
      stop.current = () => reading.abort()
      setRead(0)
      const range = { start: parsePeriod(from)?.start ?? 0, end: parsePeriod(to)?.end ?? Number.POSITIVE_INFINITY }
      try {
        const runs = await readRuns(client, flows, range, { signal: reading.signal, onProgress: setRead })
        if (runs.length > 0) await save(`${list}-from-${from}-to-${to}`, csv => csv.formatRunsCsv(runs, time))
        return runs.length
      } finally {
        reading.abort()
      }
    },
  })

  const isPeriod = from !== '' && to !== '' && from <= to

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    exported.mutate()
  }

  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby="runs-csv-title"
      closedby="any"
      data-testid="runs-csv-dialog"
      onClose={onClose}
    >
      <form onSubmit={submit}>
        <h2 id="runs-csv-title">Export runs</h2>
        <p>
          {flows.length === 1 ? 'The runs of this flow' : `The runs of ${formatCount(flows.length, 'flow')}`} with their
          outcomes and fees, as CSV for spreadsheets. Days are in UTC.
        </p>
        <label className="field">
          From
          <input type="date" data-testid="runs-csv-from" value={from} onChange={event => setFrom(event.target.value)} />
        </label>
        <label className="field">
          To
          <input type="date" data-testid="runs-csv-to" value={to} onChange={event => setTo(event.target.value)} />
        </label>
        <div role="status" data-testid="runs-csv-state">
          {exported.isPending && flows.length > 1 && (
            <p className="muted">
              Read {read} of {formatCount(flows.length, 'flow')}
            </p>
          )}
          {exported.isSuccess && (
            <p className="muted">
              {exported.data > 0 ? `Exported ${formatCount(exported.data, 'run')}.` : 'No runs in this period.'}
            </p>
          )}
        </div>
        <div role="alert">
          {!isPeriod && <p className="problem">Choose a first day, and a last day that is not before it.</p>}
          {exported.error && (
            <p className="problem">
              <strong>{errorText(exported.error).title}.</strong> {errorText(exported.error).help}
            </p>
          )}
        </div>
        <div className="actions">
          <button
            type="submit"
            className="primary"
            data-testid="runs-csv-save"
            aria-busy={exported.isPending}
            disabled={!isPeriod || exported.isPending}
          >
            {exported.isPending ? 'Reading…' : 'Export CSV'}
          </button>
          <button type="button" data-testid="runs-csv-close" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
      </form>
    </dialog>
  )
}
