import { readFileSync } from 'node:fs'
import { createFlowClient } from '@flow-query/core'
import { watchFlows } from '@flow-query/core/live'
import { createLcd } from '@flow-query/testing'
import { expect, test } from '@playwright/test'

const page = readFileSync(new URL('../pages/troubleshooting.md', import.meta.url), 'utf8')
const { fetch } = createLcd({ version: 'v1beta1' })
const lcd = 'https://lcd.example.org'

const wrong: [string, () => unknown][] = [
  ['no scheme', () => createFlowClient({ lcd: 'lcd.example.org' })],
  ['no endpoint', () => createFlowClient({ lcd: [] })],
  ['several endpoints of no chain', () => createFlowClient({ lcd: [lcd, lcd] })],
  ['no rpc', () => watchFlows(createFlowClient({ lcd }), { onEvents: () => {} })],
  ['another version', () => createFlowClient({ lcd, fetch }).flow({ id: 1 })],
  ['no id', () => createFlowClient({ lcd }).flow({ id: 'abc' })],
  ['no limit', () => createFlowClient({ lcd }).flows({ key: 'AAAAAAAAAAE=', offset: 2 })],
]

for (const [name, setUp] of wrong) {
  test(`${name}: what is thrown is in the page of troubleshooting, word for word`, async () => {
    const message = await Promise.resolve()
      .then(setUp)
      .then(String, ({ message }: Error) => message)
    expect(page).toContain(message)
  })
}

for (const binding of ['react', 'vue', 'svelte']) {
  test(`${binding}: what it throws without a client is there, word for word`, () => {
    const source = readFileSync(new URL(`../../../packages/${binding}/src/context.ts`, import.meta.url), 'utf8')
    const message = /'(No [^']+)'/.exec(source)?.[1]
    expect(message).toBeTruthy()
    expect(page).toContain(message)
  })
}

test('react: what it throws where a server component gives a client is there, word for word', () => {
  const source = readFileSync(new URL('../../../packages/react/src/react-server.ts', import.meta.url), 'utf8')
  const message = /'(A server component [^']+)'/.exec(source)?.[1]
  expect(message).toBeTruthy()
  expect(page).toContain(message)
})
