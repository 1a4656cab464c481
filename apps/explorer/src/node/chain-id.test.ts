import { createLcd } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { chainIdQueryOptions } from './chain-id'

test('reads the ID of the chain, which is unknown if the node does not respond', async () => {
  const lcd = createLcd()
  const read = (url: string) =>
    chainIdQueryOptions({ lcd: url, rpc: null }, { data: undefined }).queryFn({ signal: new AbortController().signal })
  const { fetch } = globalThis
  globalThis.fetch = lcd.fetch
  try {
    expect(await read(lcd.url)).toBe('intento-demo-1')
    lcd.fail({ status: 503, body: '' })
    expect(await read(lcd.url)).toBeNull()
    lcd.recover()
    lcd.fail({ status: 200, body: '[]' })
    expect(await read(lcd.url)).toBeNull()
    lcd.recover()
    lcd.fail({ status: 200, body: `{"default_node_info":{"network":"a"},"x":"${'x'.repeat(65_000_000)}"}` })
    expect(await read(lcd.url)).toBeNull()
  } finally {
    globalThis.fetch = fetch
  }
})
