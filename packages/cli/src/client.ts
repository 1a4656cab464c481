import { createFlowClient, type FlowClient, type RequestOptions, v1, v1beta1 } from '@flow-query/core'
import { checkedAddress, checkedRpc } from './address.js'
import { type Context, UsageError } from './settings.js'

/** A client of the node that the command line names, and what goes with each of its requests. */
export interface Access {
  client: FlowClient
  options: RequestOptions
  /** The block that the newest answer was read at; null where the node does not tell. */
  height: () => number | null
}

/** @throws {UsageError} where no node is named, or one that cannot be asked */
export async function accessOf({ settings, signal }: Context): Promise<Access> {
  const { service, timeout, pathVersion, rpc } = settings
  const versions = { v1: [v1], v1beta1: [v1beta1], auto: [v1, v1beta1] }[pathVersion]
  let height: number | null = null
  const common = {
    versions,
    service,
    timeout,
    onResponse: (response: { height: number | null }) => {
      height = response.height
    },
  }
  return {
    client: settings.embedded
      ? createFlowClient({ ...common, ...(await embeddedNode(settings)) })
      : createFlowClient({
          ...common,
          lcd: checkedLcd(settings.lcd),
          rpc: rpc && checkedRpc(rpc),
        }),
    options: { signal, height: settings.height },
    height: () => height,
  }
}

async function embeddedNode({ pathVersion, service }: Context['settings']) {
  const { createLcd } = await import('@flow-query/testing')
  const version = pathVersion === 'auto' ? 'v1' : pathVersion
  const { url: lcd, fetch, rpc, WebSocket } = createLcd({ version, ...(service && { service }) })
  return { lcd, fetch, rpc, WebSocket }
}

function checkedLcd(lcd: readonly string[]): readonly string[] {
  if (lcd.length) return lcd.map(text => checkedAddress(text))
  throw new UsageError(
    'No node is named, so there is nothing to read from.',
    'Name one: --lcd https://lcd.example.org, or FLOW_QUERY_LCD. Or --embedded: a chain in memory.',
  )
}
