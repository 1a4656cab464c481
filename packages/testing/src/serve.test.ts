import { expect, test } from 'vitest'
import { createLcd, flow } from './index.js'
import { serveLcd } from './serve.js'

test('close ends a connection that hangs', async () => {
  const lcd = createLcd({ flows: [flow()] })
  const served = await serveLcd(lcd)
  lcd.fail({ hang: true })
  const answer = fetch(`${served.url}/intento/intent/v1/params`)
  const ended = expect(answer).rejects.toBeInstanceOf(TypeError)
  while (lcd.requests.length === 0) await new Promise(resolve => setTimeout(resolve, 1))
  await served.close()
  await ended
})

test('a port that is taken is said', async () => {
  const lcd = createLcd({ flows: [] })
  const first = await serveLcd(lcd)
  await expect(serveLcd(lcd, { port: first.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await first.close()
})

test('latency delays every answer, and none is lost', async () => {
  const served = await serveLcd(createLcd({ flows: [flow()] }), { latency: 20 })
  const statuses = await Promise.all(
    [1, 2].map(async id => (await fetch(`${served.url}/intento/intent/v1/flow/${id}`)).status),
  )
  expect(statuses).toEqual([200, 500])
  await served.close()
})

test('the globals of the process stay what they were', async () => {
  const before = [globalThis.Request, globalThis.Response]
  const served = await serveLcd(createLcd({ flows: [] }))
  await fetch(`${served.url}/`)
  expect([globalThis.Request, globalThis.Response]).toEqual(before)
  await served.close()
})
