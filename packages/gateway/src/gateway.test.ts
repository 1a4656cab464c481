import { createFlowClient, v1, v1beta1 } from '@flow-query/core'
import { createLcd, flow } from '@flow-query/testing'
import { afterEach, expect, test } from 'vitest'
import { type Gateway, type GatewayOptions, startGateway } from './index.js'

const started: Gateway[] = []
afterEach(async () => {
  for (const gateway of started.splice(0)) await gateway.close()
})

async function start(options: GatewayOptions): Promise<Gateway> {
  const gateway = await startGateway(options)
  started.push(gateway)
  return gateway
}

test.each([
  ['v1', [v1]],
  ['v1beta1', [v1beta1]],
] as const)('a client reads flows of a %s node through the gateway', async (version, versions) => {
  const lcd = createLcd({ version, flows: [flow({ label: 'Pay rent' })] })
  const { url } = await start({ lcd: lcd.url, rpc: lcd.rpc, fetch: lcd.fetch, WebSocket: lcd.WebSocket })
  const client = createFlowClient({ lcd: url, versions })
  expect((await client.flow({ id: 1 })).label).toBe('Pay rent')
  expect(await client.flows()).toEqual(await createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, versions }).flows())
  await expect(client.flow({ id: 2 })).rejects.toMatchObject({ kind: 'notFound', status: 500 })
})
