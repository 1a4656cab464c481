import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import { secret, temporaryFolder } from '../../test/subscriptions.js'
import { loadKeys } from './keys.js'

test('creates a file that only its user can read, and reads it again', async () => {
  const file = join(temporaryFolder(), 'subscriptions.json.key')
  const first = await until(loadKeys(undefined, file))
  const again = await until(loadKeys(undefined, file))
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(again.vapid).toEqual(first.vapid)
  expect(again.decrypt(first.encrypt('https://push.example'))).toBe('https://push.example')
  expect(Buffer.from(readFileSync(file, 'utf8'), 'base64')).toHaveLength(32)
})

test('another key or a changed text decrypts nothing', async () => {
  const keys = await until(loadKeys(secret, ''))
  const other = await until(loadKeys(Buffer.alloc(32, 8).toString('base64'), ''))
  const sealed = keys.encrypt('https://push.example')
  expect(keys.encrypt('https://push.example')).not.toBe(sealed)
  expect(() => other.decrypt(sealed)).toThrow()
  expect(() => keys.decrypt(`${sealed.slice(0, -2)}AA`)).toThrow()
  expect(keys.addressHash('a')).not.toBe(other.addressHash('a'))
})

test('rejects a key that others can read, or that has another length', async () => {
  const file = join(temporaryFolder(), 'key')
  writeFileSync(file, secret)
  chmodSync(file, 0o644)
  await expect(until(loadKeys(undefined, file))).rejects.toThrow('Other users can read the key')
  await expect(until(loadKeys('abc', ''))).rejects.toThrow('must be 32 bytes in base64')
})
