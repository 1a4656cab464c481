import { isRecord } from '../json.js'
import { createLcd, type Lcd } from '../lcd.js'
import { osmosis } from './accounts.js'
import { atomOnOsmosis, uatom, uinto, uosmo } from './messages.js'

/** The connection of the demo chain that leads to the chain of {@link createDemoHost}. */
export const demoHostConnection = osmosis

/** The hash of the acknowledgement that a message had too few coins, which is ABCI code 5. */
const insufficientFunds = 'MU7HSvEKIJjbzFldNayEVS6vE3ES1dx/F7QPJElCbOk='

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
  // The relayer has brought these packets to the other chain, but not their acknowledgements back.
  for (const { id, label, owner } of lcd.state.flows) {
    if (label !== 'Close the position') continue
    const channel = channels.find(({ port_id }) => port_id === `icacontroller-${owner}`)?.counterparty?.channel_id ?? ''
    const sequences = lcd.history(id).flatMap(({ packetSequences }) => packetSequences)
    host.accounts.acknowledgements[channel] = Object.fromEntries(
      sequences.map(sequence => [sequence, insufficientFunds]),
    )
  }
  return host
}

function addressIn(version: string): string | undefined {
  const parsed: unknown = JSON.parse(version)
  return isRecord(parsed) && typeof parsed.address === 'string' ? parsed.address : undefined
}
