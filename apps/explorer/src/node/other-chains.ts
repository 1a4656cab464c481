import type { FlowClientOptions } from '@flow-query/core'
import type { Endpoint, ServerNode } from './endpoint'

/**
 * Returns the LCDs of other chains that the server inserted into the page: `connection-0=https://lcd.other.example`, separated by
 * spaces. They belong to the connections of the server's node, so they are only used with this node.
 */
export function otherChains(
  { lcd }: Endpoint,
  given: ServerNode,
  inserted: string | null,
): FlowClientOptions['chains'] {
  if (!inserted || lcd === null || lcd !== given.lcd) return undefined
  return Object.fromEntries(
    inserted.split(/\s+/).flatMap(pair => {
      const [, connectionId, url] = /^([^=]+)=(.+)$/.exec(pair) ?? []
      return connectionId && url ? [[connectionId, { lcd: url }]] : []
    }),
  )
}
