import { type BlockTime, type Coin, executionOutcome, type Flow, type FlowHistoryEntry } from '@flow-query/core'
import { splitAmount } from './amount.js'
import { outcomeNames } from './status.js'

/** Returns rows as CSV in the format of RFC 4180. A field that a spreadsheet would run as a formula starts with an apostrophe. */
export function formatCsv(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return [columns, ...rows].map(row => `${row.map(field).join(',')}\r\n`).join('')
}

function field(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A run of a flow. The first run of a flow has number 1. */
export interface NumberedRun {
  flow: Flow
  number: number
  entry: FlowHistoryEntry
}

/** Returns runs as CSV, with one row per run. Fees are decimal numbers, so that a spreadsheet can add them up. */
export function formatRunsCsv(runs: readonly NumberedRun[], time: BlockTime): string {
  return formatCsv(
    ['Flow', 'Label', 'Run', 'Outcome', 'Scheduled', 'Executed', 'Fee', 'Fee token', 'Errors', 'Packets'],
    runs.map(({ flow, number, entry }) => [
      flow.id,
      flow.label,
      `${number}`,
      outcomeNames[executionOutcome(entry, flow, time)],
      entry.scheduledExecTime,
      entry.actualExecTime,
      entry.execFee.map(decimal).join(' '),
      entry.execFee.map(fee => splitAmount(fee).unit).join(' '),
      entry.errors.join('\n'),
      entry.packetSequences.join(' '),
    ]),
  )
}

function decimal(coin: Coin): string {
  const { whole, fraction } = splitAmount(coin)
  return whole.replaceAll(',', '') + fraction
}
