import { serverUrl } from '../browser/meta'
import { useEndpoint } from '../node/EndpointProvider'
import { serverNode } from '../node/start'
import { monitorOf } from './monitor'

/** Returns the URL of the monitor that watches the shown chain, or null. */
export function useMonitor(): string | null {
  return monitorOf(useEndpoint().endpoint, serverNode(), serverUrl('monitor'))
}
