import { expect, onTestFinished, test, vi } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import { alertOf, deliver, owner, testSubscriptions } from '../../test/subscriptions.js'
import { createTelegramAnswers } from './actions.js'
import { connectBot } from './telegram.js'

/** A bot at an imitation of Telegram, with one chat. */
async function createBot() {
  const updates: object[] = []
  const sent: { chat_id: string; text: string }[] = []
  let refusal: { status: number; description: string } | null = null
  const ok = (result: unknown) => Response.json({ ok: true, result })
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    const method = url.split('/').at(-1)
    if (method === 'getMe') return ok({ username: 'flow_bot' })
    if (method === 'getUpdates') {
      if (updates.length === 0) await new Promise(resolve => setTimeout(resolve, 50_000))
      return ok(updates.splice(0))
    }
    if (refusal) return Response.json({ ok: false, description: refusal.description }, { status: refusal.status })
    sent.push(JSON.parse(body))
    return ok({})
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const telegram = await connectBot('123:token', 'https://telegram.example')
  const parts = await testSubscriptions({ telegram })
  const stopped = new AbortController()
  onTestFinished(() => stopped.abort())
  void telegram.listen(createTelegramAnswers(parts), stopped.signal).catch(() => {})
  let count = 0
  return {
    ...parts,
    sent,
    /** Sends a message to the bot. */
    say: (text: string) => updates.push({ update_id: ++count, message: { text, chat: { id: 42 } } }),
    refuse(status: number, description: string) {
      refusal = { status, description }
    },
  }
}

async function subscribed() {
  const bot = await until(createBot())
  const { body } = await bot.call('POST', '/subscriptions', { target: { owner }, channel: { type: 'telegram' } })
  bot.say(`/start ${new URL(body.telegramLink).searchParams.get('start')}`)
  await until(() => bot.sent.length === 1)
  return { ...bot, token: body.token as string, link: body.telegramLink as string }
}

test('the link of the subscription connects a chat, which then gets messages', async () => {
  const bot = await subscribed()
  expect(bot.link).toMatch(/^https:\/\/t\.me\/flow_bot\?start=[\w-]{43}$/)
  expect(bot.sent[0]).toMatchObject({ chat_id: '42', text: expect.stringMatching(/^You are subscribed/) })
  expect((await bot.call('GET', `/subscriptions/${bot.token}`)).body).toMatchObject({ isConfirmed: true })
  bot.deliveries.update({ open: [alertOf('a')], ended: new Map() })
  await until(deliver(bot))
  expect(bot.sent[1]?.text).toMatch(/^🔴 Flow 1 “Rent”.*\n.*\n+https:\/\/explorer\.example\/app\/flows\/1\?lcd=/s)
  expect(JSON.stringify([...bot.store.all.values()])).not.toContain('"42"')
})

test('a wrong code connects nothing', async () => {
  const bot = await until(createBot())
  bot.say('/start wrong')
  bot.say('hello')
  await until(() => bot.sent.length === 1)
  expect(bot.sent[0]?.text).toMatch('not valid')
})

test('a chat can have 50 subscriptions', async () => {
  const bot = await subscribed()
  const [own] = bot.store.all.values()
  for (let count = 2; count <= 50; count++) await bot.store.add({ ...(own ?? expect.fail()), id: `${count}` })
  const { body } = await bot.call('POST', '/subscriptions', { target: { owner }, channel: { type: 'telegram' } })
  bot.say(`/start ${new URL(body.telegramLink).searchParams.get('start')}`)
  await until(() => bot.sent.length === 2)
  expect(bot.sent[1]?.text).toMatch('too many subscriptions')
  expect((await bot.call('GET', `/subscriptions/${body.token}`)).body).toMatchObject({ isConfirmed: false })
})

test('/stop ends all subscriptions of a chat', async () => {
  const bot = await subscribed()
  bot.say('/stop')
  await until(() => bot.sent.length === 2)
  expect(bot.sent[1]?.text).toMatch('have ended')
  expect(bot.store.all.size).toBe(0)
})

test('a chat that blocked the bot ends, but not one of a bot whose token was revoked', async () => {
  const bot = await subscribed()
  bot.deliveries.update({ open: [alertOf('a')], ended: new Map() })
  bot.refuse(401, 'Unauthorized')
  await until(deliver(bot))
  expect(bot.store.all.size).toBe(1)
  bot.refuse(403, 'Forbidden: bot was blocked by the user')
  vi.setSystemTime(Date.now() + 60_000)
  await until(deliver(bot))
  expect(bot.store.all.size).toBe(0)
})
