import { deepEqual, equal } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createFlowClient } from '@flow-query/core'
import { createLcd } from '@flow-query/testing'
import { http } from 'msw'
import { setupServer } from 'msw/node'

const lcd = createLcd({ flows: [{ label: 'Pay rent' }] })
const server = setupServer(http.get('https://lcd.example.org/*', ({ request }) => lcd.fetch(request)))
before(() => server.listen({ onUnhandledRequest: 'error' }))
after(() => server.close())

const client = createFlowClient({ lcd: 'https://lcd.example.org', retries: 0 })

test('MSW forwards requests to the in-memory node', async () => {
  equal((await client.flow({ id: 1 })).label, 'Pay rent')
})

test('MSW forwards errors of the in-memory node', async () => {
  lcd.fail({ status: 503, times: 1 })
  const error = await client.flow({ id: 1 }).catch(error => error)
  deepEqual([error.kind, error.status], ['node', 503])
})
