import { parseJson } from '@flow-query/core/parts/decode'
import * as z from 'zod'
import type { MessageFormat } from './formats.js'

/** A response that rejects a message for good, so the same request would be rejected again. */
export type Rejection = { about: 'content' } | { about: 'address'; advice: string }

/** Decides whether a receiver rejected the content of a message, or the URL, the secret or the chat. */
export function rejectionOf(format: MessageFormat, status: number, body: string): Rejection {
  if (status < 400) return address('Use the URL that the webhook redirects to, because redirects are not followed.')
  if (status === 413 || isAboutContent[format](status, body)) return { about: 'content' }
  return address(adviceFor[format](status, body))
}

const address = (advice: string): Rejection => ({ about: 'address', advice })

const aboutUrl = new Set([401, 402, 403, 404, 405])

const isAboutContent: { [Format in MessageFormat]: (status: number, body: string) => boolean } = {
  standard: status => !aboutUrl.has(status),
  // Mattermost and Rocket.Chat accept the same messages, and reject them in sentences.
  slack: (status, body) =>
    !aboutUrl.has(status) &&
    /invalid_payload|no_text|invalid_(blocks|attachments)|too_many_attachments|msg_too_long|too (long|large)|unable to parse/i.test(
      body,
    ),
  discord: (_, body) => discordContent.has(discordCode(body)),
  telegram: (status, body) =>
    status === 400 &&
    /message is too long|(message )?text (is empty|must be)|must be encoded in utf-8|can't parse/i.test(body),
}

/** Invalid form body, empty message, invalid JSON, too large, blocked by AutoMod, harmful link. */
const discordContent = new Set([50_035, 50_006, 50_109, 40_005, 200_000, 240_000])

function discordCode(body: string): number {
  const { data } = z.object({ code: z.int() }).safeParse(parseJson(body))
  return data?.code ?? Number(/"code":\s*(\d+)/.exec(body)?.[1] ?? 0)
}

const restart = 'and restart the monitor with its URL'

const adviceFor: { [Format in MessageFormat]: (status: number, body: string) => string } = {
  standard: status =>
    status === 401 || status === 403
      ? 'Check the URL and the secret of the webhook.'
      : 'Check the URL of the webhook, and restart the monitor with the right one.',
  slack(_, body) {
    if (/is_archived|archived/i.test(body))
      return `Unarchive the channel, or create a webhook for another one ${restart}.`
    if (/denied|prohibited|restricted/i.test(body))
      return 'Ask an admin of the workspace to allow posts to the channel.'
    return `Create a new webhook ${restart}.`
  },
  discord(_, body) {
    const code = discordCode(body)
    if (code === 220_001) return 'Add ?thread_id=<thread> to the URL, because messages to a forum need a thread.'
    if (code === 160_005 || code === 50_083) return 'Open the thread again, or remove thread_id from the URL.'
    return `Create a new webhook in the settings of the channel ${restart}.`
  },
  telegram(status, body) {
    if (status === 401 || status === 404) return 'Check the token of the bot in the URL, and restart the monitor.'
    if (/blocked by the user/i.test(body)) return 'Unblock the bot in the chat with it.'
    if (/kicked|not a member|deactivated/i.test(body))
      return 'Add the bot to the chat again, or restart the monitor with another chat_id.'
    if (/rights|forbidden|closed/i.test(body)) return 'Allow the bot to send messages to the chat.'
    return 'Check chat_id in the URL, and add the bot to this chat.'
  },
}

const migration = z.object({ parameters: z.object({ migrate_to_chat_id: z.int() }) })

/** Returns the new chat ID of a Telegram group that became a supergroup, or null. */
export function migratedChat(body: string): string | null {
  const { data } = migration.safeParse(parseJson(body))
  return data ? String(data.parameters.migrate_to_chat_id) : null
}
