/** @jest-environment node */
import { createFlowClient } from '@flow-query/react'
import { createLcd } from '@flow-query/testing'

test('fetches a flow in the node environment', async () => {
  const lcd = createLcd({ flows: [{ label: 'Pay rent' }] })
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
  expect((await client.flow({ id: 1 })).label).toBe('Pay rent')
})
