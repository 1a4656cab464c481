import { createLcd, flow } from '@flow-query/testing'
import { expect, test } from 'vitest'

test('simulates a list that never ends and a node that recovers', async () => {
  const lcd = createLcd({ flows: [flow(), flow()] })
  const page = async () => (await lcd.fetch(`${lcd.url}/intento/intent/v1/flows?pagination.limit=2`)).json()

  const end = lcd.fail({
    query: 'flows',
    rewrite: body => ({ ...body, pagination: { next_key: 'AAAAAAAAAAE=', total: '0' } }),
  })
  expect((await page()).pagination.next_key).toBe('AAAAAAAAAAE=')
  end()
  expect((await page()).pagination.next_key).toBeNull()

  lcd.fail({ status: 503, times: 2, headers: { 'retry-after': '1' } })
  expect(await page()).toMatchObject({ code: 2 })
})
