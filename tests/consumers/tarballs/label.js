import { createFlowClient, flowQueryOptions } from '@flow-query/react'
import { createLcd } from '@flow-query/testing'
import { QueryClient } from '@tanstack/react-query'

const lcd = createLcd({ flows: [{ label: 'Pay rent' }] })
const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
const flow = await new QueryClient().fetchQuery(flowQueryOptions(client, { id: 1 }))
console.log(`Label: ${flow.label}`)
