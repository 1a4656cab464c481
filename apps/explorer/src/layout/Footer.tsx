import { useChainTime } from '@flow-query/react'
import { useQuery } from '@tanstack/react-query'
import { serverUrl } from '../browser/meta'
import { nodeFacts } from '../live/newest-block'
import { chainIdQueryOptions } from '../node/chain-id'
import { useEndpoint } from '../node/EndpointProvider'
import { useClock } from '../time/use-clock'

const docs = serverUrl('docs')

export function Footer() {
  const { endpoint } = useEndpoint()
  const node = useChainTime()
  const { data: chainId } = useQuery(chainIdQueryOptions(endpoint, node))
  const facts = useClock(now => nodeFacts(node, chainId, now))
  return (
    <footer className="footer">
      <p data-testid="node-facts">{facts}</p>
      {docs && (
        <a href={docs} data-testid="docs">
          flow-query documentation
        </a>
      )}
    </footer>
  )
}
