import { allowedStorage } from '../browser/allowed-storage'
import { serverUrl } from '../browser/meta'
import { chooseEndpoint, type Endpoint, type EndpointStart, type ServerNode, startEndpoint } from './endpoint'

/** Returns the endpoint of the page that was just opened. */
export function startPage(): EndpointStart {
  return startEndpoint({ href: location.href, given: serverNode() }, allowedStorage('localStorage'))
}

/** Stores the endpoint that the user selected. */
export function remember(endpoint: Endpoint): void {
  chooseEndpoint(endpoint, serverNode(), allowedStorage('localStorage'))
}

/** Returns the node that the server inserted into the page. */
export function serverNode(): ServerNode {
  return { lcd: serverUrl('lcd'), rpc: serverUrl('rpc') }
}
