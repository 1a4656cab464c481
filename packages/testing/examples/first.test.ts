import { createFlowClient } from '@flow-query/core'
import { createLcd, flow } from '@flow-query/testing'
import { expect, test } from 'vitest'

test('reads the label of a flow', async () => {
  const lcd = createLcd({ flows: [flow({ label: 'Pay rent' })] })
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
  expect((await client.flow({ id: 1 })).label).toBe('Pay rent')
})
