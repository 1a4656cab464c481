import { allowedStorage } from '../browser/allowed-storage'
import { useEndpoint } from './EndpointProvider'
import { type Endpoint, usualEndpoint } from './endpoint'
import { serverNode } from './start'

/** Returns the endpoint if a link has chosen it, because its answers may be those of a stranger. */
export function useLinkedEndpoint(): Endpoint | null {
  const { endpoint } = useEndpoint()
  return endpoint.lcd === usualEndpoint(serverNode(), allowedStorage('localStorage')).lcd ? null : endpoint
}
