import { setTimeout as wait } from 'node:timers/promises'
import { parseJson } from '@flow-query/core/parts/decode'
import { readText } from '@flow-query/core/parts/request'
import * as z from 'zod'
import { bodyOf } from '../alerts/formats.js'
import type { Attempt } from '../alerts/outbox.js'
import type { Notice } from './notice.js'

export interface TelegramBot {
  /** Returns the link that opens a chat with the bot and sends it the code. */
  link: (code: string) => string
  send: (chat: string, notice: Notice) => Promise<Attempt>
  /** Receives messages until the signal aborts, and answers each with a sentence. Only one instance can do this. */
  listen: (answerTo: TelegramAnswers, signal: AbortSignal) => Promise<never>
}

export interface TelegramAnswers {
  /** Confirms the subscription that belongs to the code of a link. */
  start: (code: string, chat: string) => Promise<string>
  /** Ends all subscriptions of a chat. */
  stop: (chat: string) => Promise<string>
}

/** How long Telegram waits for a new message before it answers, in seconds. */
const pollTime = 50
const retryDelay = 5_000

/** In bytes. */
const longestAnswer = 1_000_000

const response = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  description: z.string().default(''),
  parameters: z.object({ retry_after: z.number().optional() }).default({}),
})
const bot = z.object({ username: z.string() })
const updates = z.array(
  z.object({
    update_id: z.number(),
    message: z.object({ text: z.string().default(''), chat: z.object({ id: z.number() }) }).optional(),
  }),
)

/** @throws {Error} if the bot can't be reached, or the token is wrong */
export async function connectBot(token: string, api: string): Promise<TelegramBot> {
  async function call(method: string, body: object, timeout = 15_000) {
    const answer = await fetch(`${api}/bot${token}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeout),
    })
    return { status: answer.status, ...response.parse(parseJson((await readText(answer, longestAnswer)) ?? '')) }
  }

  const { username } = bot.parse((await call('getMe', {})).result)

  async function answerAll(offset: number, { start, stop }: TelegramAnswers): Promise<number> {
    const { result } = await call('getUpdates', { offset, timeout: pollTime }, (pollTime + 10) * 1_000)
    let next = offset
    for (const { update_id, message } of updates.parse(result)) {
      next = update_id + 1
      if (!message) continue
      const chat = String(message.chat.id)
      const [, code] = /^\/start (\S+)$/.exec(message.text) ?? []
      const text = code !== undefined ? await start(code, chat) : message.text === '/stop' ? await stop(chat) : null
      // The command has had its effect, so it isn't repeated if the answer fails.
      if (text !== null) await call('sendMessage', { chat_id: chat, text }).catch(() => {})
    }
    return next
  }

  return {
    link: code => `https://t.me/${username}?start=${code}`,
    async send(chat, { message, url }) {
      const { text } = JSON.parse(bodyOf('telegram', message, '', new URL(api)).body) as { text: string }
      const { ok, status, description, parameters } = await call('sendMessage', {
        chat_id: chat,
        text: `${text.trim()}\n${url}`.trim(),
        link_preview_options: { is_disabled: true },
      })
      if (ok) return { result: 'delivered' }
      const problem = `it answered ${status}`
      // The user has blocked the bot or deleted the chat.
      if (status === 403 || /chat not found/i.test(description)) return { result: 'gone', problem }
      const { retry_after: seconds } = parameters
      return { result: 'failed', problem, retryAfter: seconds === undefined ? null : seconds * 1_000 }
    },
    async listen(answers, signal) {
      let offset = 0
      for (;;) {
        signal.throwIfAborted()
        try {
          offset = await answerAll(offset, answers)
        } catch {
          await wait(retryDelay, undefined, { signal })
        }
      }
    },
  }
}
