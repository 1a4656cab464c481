import { readFileSync } from 'node:fs'
import { createFlowClient } from '@flow-query/core'
import { watchFlows } from '@flow-query/core/live'
import { createLcd } from '@flow-query/testing'
import { expect, test } from '@playwright/test'

const page = readFileSync(new URL('../pages/troubleshooting.md', import.meta.url), 'utf8')
const { fetch } = createLcd({ version: 'v1beta1' })
const lcd = 'https://lcd.example.org'

const mistypedOwner = 'into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt08'

const mistakes: [string, () => unknown][] = [
  ['a URL without a scheme', () => createFlowClient({ lcd: 'lcd.example.org' })],
  ['an empty list of endpoints', () => createFlowClient({ lcd: [] })],
  ['several endpoints without a chain ID', () => createFlowClient({ lcd: [lcd, lcd] })],
  ['events without an RPC', () => watchFlows(createFlowClient({ lcd }), { onEvents: () => {} })],
  ['a node of another version', () => createFlowClient({ lcd, fetch }).flow({ id: 1 })],
  ['an invalid ID', () => createFlowClient({ lcd }).flow({ id: 'abc' })],
  ['a missing owner', () => createFlowClient({ lcd }).flowsForOwner({} as never)],
  ['a mistyped owner', () => createFlowClient({ lcd }).flowsForOwner({ owner: mistypedOwner })],
  ['an offset with a key', () => createFlowClient({ lcd }).flows({ key: 'AAAAAAAAAAE=', offset: 2 })],
]

for (const [name, setUp] of mistakes) {
  test(`the troubleshooting page contains the error for ${name}`, async () => {
    const message = await Promise.resolve()
      .then(setUp)
      .then(String, ({ message }: Error) => message)
    expect(page).toContain(message)
  })
}

for (const binding of ['react', 'vue', 'svelte']) {
  test(`the troubleshooting page contains the error of ${binding} without a client`, () => {
    const source = readFileSync(new URL(`../../../packages/${binding}/src/context.ts`, import.meta.url), 'utf8')
    const message = /'(No [^']+)'/.exec(source)?.[1]
    expect(message).toBeTruthy()
    expect(page).toContain(message)
  })
}

test('the troubleshooting page contains the error for a client in a server component', () => {
  const source = readFileSync(new URL('../../../packages/react/src/react-server.ts', import.meta.url), 'utf8')
  const message = /'(A server component [^']+)'/.exec(source)?.[1]
  expect(message).toBeTruthy()
  expect(page).toContain(message)
})
