import { allowedStorage } from '../browser/allowed-storage'
import { serverUrl } from '../browser/meta'
import { chooseEndpoint, type Endpoint, type EndpointStart, type ServerNode, startEndpoint } from './endpoint'

/** Returns the endpoint of the page that was just opened, and removes it from the URL. */
export function startPage(): EndpointStart {
  const start = startEndpoint({ href: location.href, given: serverNode() }, storages())
  if (start.href !== location.href) history.replaceState(history.state, '', start.href)
  return start
}

/** Stores the endpoint that the user selected. */
export function remember(endpoint: Endpoint): void {
  chooseEndpoint(endpoint, serverNode(), storages())
}

/** Returns the node that the server inserted into the page. */
export function serverNode(): ServerNode {
  return { lcd: serverUrl('lcd'), rpc: serverUrl('rpc') }
}

function storages() {
  return { kept: allowedStorage('localStorage'), visit: allowedStorage('sessionStorage') }
}
