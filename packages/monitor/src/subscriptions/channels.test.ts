import { createVerify } from 'node:crypto'
import httpEce from 'http_ece'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import { alertOf, deliver, owner, pushKeys, testSubscriptions } from '../../test/subscriptions.js'

test('a browser can decrypt a push message, and its push service can verify the sender', async () => {
  const parts = await until(testSubscriptions())
  const { browser, auth, keys } = pushKeys()
  const channel = { type: 'push', endpoint: 'https://push.example/send/1', keys }
  await parts.call('POST', '/subscriptions', { target: { owner }, channel })
  parts.deliveries.update({ open: [alertOf('abc')], ended: new Map() })
  await until(deliver(parts))
  const [request] = parts.requests
  expect(request).toMatchObject({ url: channel.endpoint, headers: { Topic: 'abc', Urgency: 'high', TTL: 86_400 } })
  const payload = httpEce.decrypt(request?.body, { version: 'aes128gcm', privateKey: browser, authSecret: auth })
  expect(JSON.parse(`${payload}`)).toEqual({
    title: '🔴 Flow 1 “Rent” of into1htj0…4xqt07: Will stop: 0.04 INTO short',
    body: 'Send 0.04 INTO to into1fee before the run.',
    url: 'https://explorer.example/app/flows/1?lcd=https://lcd.example',
    tag: 'abc',
  })
  const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(`${request?.headers.Authorization}`) ?? []
  const [header, claims = '', signature = ''] = token.split('.')
  expect(key).toBe(parts.keys.vapid.publicKey)
  expect(JSON.parse(`${Buffer.from(claims, 'base64url')}`)).toMatchObject({
    aud: 'https://push.example',
    sub: 'https://explorer.example',
  })
  const point = Buffer.from(key, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: point.toString('base64url', 1, 33), y: point.toString('base64url', 33) }
  const verifier = createVerify('sha256').update(`${header}.${claims}`)
  const isValid = verifier.verify(
    { key: jwk, format: 'jwk', dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  expect(isValid).toBe(true)
})

test('the receiver of a webhook can verify its messages', async () => {
  const parts = await until(testSubscriptions())
  const channel = { type: 'webhook', url: 'https://hooks.example/flows' }
  const { body } = await parts.call('POST', '/subscriptions', { target: { owner }, channel })
  const [request] = parts.requests
  const headers = Object.fromEntries(Object.entries(request?.headers ?? {}).map(([name, value]) => [name, `${value}`]))
  expect(new Webhook(body.secret).verify(`${request?.body}`, headers)).toMatchObject({ type: 'subscription.confirm' })
})
