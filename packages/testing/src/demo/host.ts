import type { HistoryEntry } from '../chain/state.js'
import { isRecord } from '../json.js'
import { createLcd, type Lcd } from '../lcd.js'
import { osmosis } from './accounts.js'
import { atomOnOsmosis, uatom, uinto, uosmo } from './messages.js'

/** The connection of the demo chain that leads to the chain of {@link createDemoHost}. */
export const demoHostConnection = osmosis

/** The hash of the acknowledgement that a message had too few coins, which is ABCI code 5. */
const insufficientFunds = 'MU7HSvEKIJjbzFldNayEVS6vE3ES1dx/F7QPJElCbOk='
/** A hash of an acknowledgement that can't be guessed, because it contains the responses to the messages. */
const success = btoa('responses of the other chain   1')

/**
 * Creates the node of a second chain, where interchain accounts of the demo chain's owners have balances and receive packets. It executes
 * nothing, so its balances never change.
 *
 * ```ts
 * const lcd = createDemoLcd()
 * const host = createDemoHost(lcd)
 * ```
 */
export function createDemoHost(lcd: Lcd): Lcd {
  const host = createLcd({ clock: lcd.now, flows: [], addressPrefix: 'osmo' })
  const channels = lcd.accounts.channels[osmosis] ?? []
  for (const { version = '{}' } of channels) {
    const account = addressIn(version)
    if (account !== undefined)
      host.accounts.balances[account] = [
        { ...uatom(900_000_000), denom: atomOnOsmosis },
        uinto(25_000_000_000),
        uosmo(5_000_000_000),
      ]
  }
  for (const { port_id: port, counterparty } of channels) {
    // Packets that the demo chain sends later are answered too.
    Object.defineProperty(host.accounts.acknowledgements, counterparty?.channel_id ?? '', {
      enumerable: true,
      get: () => acknowledgementsOf(lcd, port.replace('icacontroller-', '')),
    })
  }
  return host
}

/** The hashes of an owner's packets whose results are in the history, and of packets whose acknowledgements the relayer has lost. */
function acknowledgementsOf(lcd: Lcd, owner: string): Record<string, string> {
  const flows = lcd.state.flows.filter(flow => flow.owner === owner && flow.selfHostedIca?.connectionId === osmosis)
  const entries = flows.flatMap(({ id, label }) =>
    deliveredRuns(label, lcd.history(id)).flatMap(({ executed, errors, packetSequences }) => {
      const isRejected = label === 'Close the position' || errors.some(error => error.includes('ABCI code: 5'))
      const hash = isRejected ? insufficientFunds : executed ? success : undefined
      return hash === undefined ? [] : packetSequences.map(sequence => [sequence, hash] as const)
    }),
  )
  return Object.fromEntries(entries)
}

/** No relayer has delivered the last two packets of the flow that a run without an acknowledgement has ended. */
function deliveredRuns(label: string, runs: readonly HistoryEntry[]): readonly HistoryEntry[] {
  return label === 'Rebalance 60/40 every day' ? runs.slice(0, -2) : runs
}

function addressIn(version: string): string | undefined {
  const parsed: unknown = JSON.parse(version)
  return isRecord(parsed) && typeof parsed.address === 'string' ? parsed.address : undefined
}
