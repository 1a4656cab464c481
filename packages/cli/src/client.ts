import { createFlowClient, type FlowClient, type RequestOptions, v1, v1beta1 } from '@flow-query/core'
import { type Context, UsageError } from './settings.js'

/** A client of the node that the command line names, and what goes with each of its requests. */
export interface Access {
  client: FlowClient
  options: RequestOptions
}

/** @throws {UsageError} where no node is named */
export async function accessOf({ settings, signal }: Context): Promise<Access> {
  const { service, timeout, pathVersion, rpc, height } = settings
  const versions = { v1: [v1], v1beta1: [v1beta1], auto: [v1, v1beta1] }[pathVersion]
  const common = { versions, service, timeout }
  return {
    client: settings.embedded
      ? createFlowClient({ ...common, ...(await embeddedNode(settings)) })
      : createFlowClient({ ...common, lcd: checkedLcd(settings.lcd), rpc }),
    options: { signal, height },
  }
}

async function embeddedNode({ pathVersion, service }: Context['settings']) {
  const { createLcd } = await import('@flow-query/testing')
  const version = pathVersion === 'auto' ? 'v1' : pathVersion
  const { url: lcd, fetch, rpc, WebSocket } = createLcd({ version, ...(service && { service }) })
  return { lcd, fetch, rpc, WebSocket }
}

function checkedLcd(lcd: readonly string[]): readonly string[] {
  if (lcd.length) return lcd
  throw new UsageError(
    'No node is named, so there is nothing to read from.',
    'Name one: --lcd https://lcd.example.org, or FLOW_QUERY_LCD. Or --embedded: a chain in memory.',
  )
}
