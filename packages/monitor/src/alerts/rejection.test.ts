import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import { createReceiver } from '../../test/memory-receiver.js'
import { message } from '../../test/message.js'
import type { MessageFormat } from './formats.js'
import { statedReason } from './reason.js'
import { attempt, webhookTarget } from './webhook.js'

function answerTo(format: MessageFormat, status: number, body: string) {
  const { url } = createReceiver(() => new Response(body, { status }))
  const target = webhookTarget({ url: `${url}?chat_id=-100123`, format })
  return until(attempt(target, message, 'test-1', new AbortController().signal))
}

const telegram = (error_code: number, description: string) => JSON.stringify({ ok: false, error_code, description })
const discord = (code: number, text: string) => JSON.stringify({ message: text, code })

describe('an address that the receiver rejects is reported with the reason and a fix', () => {
  test.each([
    ['telegram', 400, telegram(400, 'Bad Request: chat not found'), 'chat not found', 'Check chat_id'],
    ['telegram', 403, telegram(403, 'Forbidden: bot was kicked from the group chat'), 'was kicked', 'Add the bot'],
    ['telegram', 403, telegram(403, 'Forbidden: bot was blocked by the user'), 'was blocked', 'Unblock the bot'],
    [
      'telegram',
      403,
      telegram(403, 'Forbidden: bot is not a member of the channel chat'),
      'not a member',
      'Add the bot',
    ],
    ['telegram', 400, telegram(400, 'Bad Request: not enough rights to send text messages'), 'rights', 'Allow the bot'],
    ['telegram', 400, telegram(400, 'Bad Request: TOPIC_CLOSED'), 'TOPIC_CLOSED', 'Allow the bot'],
    ['telegram', 401, telegram(401, 'Unauthorized'), 'Unauthorized', 'Check the token'],
    ['telegram', 404, telegram(404, 'Not Found'), 'Not Found', 'Check the token'],
    ['slack', 404, 'no_service', 'no_service', 'Create a new webhook'],
    ['slack', 410, 'channel_is_archived', 'channel_is_archived', 'Unarchive the channel'],
    ['slack', 404, 'channel_not_found', 'channel_not_found', 'Create a new webhook'],
    ['slack', 403, 'invalid_token', 'invalid_token', 'Create a new webhook'],
    ['slack', 400, 'no_team', 'no_team', 'Create a new webhook'],
    ['slack', 403, 'posting_to_general_channel_denied', 'channel_denied', 'Ask an admin'],
    [
      'slack',
      400,
      '{"id":"x","message":"Invalid webhook.","status_code":400}',
      'Invalid webhook',
      'Create a new webhook',
    ],
    ['discord', 404, discord(10_015, 'Unknown Webhook'), 'Unknown Webhook', 'Create a new webhook'],
    ['discord', 401, discord(50_027, 'Invalid Webhook Token'), 'Invalid Webhook Token', 'Create a new webhook'],
    ['discord', 400, discord(220_001, 'Webhooks posted to forum channels must have a thread'), 'forum', 'thread_id'],
    ['standard', 401, '{"error":{"message":"bad signature"}}', 'bad signature', 'secret'],
    ['standard', 404, '<html><title>Not Found</title><body>', 'Not Found', 'Check the URL'],
    ['standard', 308, '', 'it answered 308', 'redirects'],
  ] as const)('%s %i %s', async (format, status, body, reason, advice) => {
    expect(await answerTo(format, status, body)).toEqual({
      result: 'misaddressed',
      problem: expect.stringContaining(reason),
      advice: expect.stringContaining(advice),
    })
  })
})

test.each([
  ['telegram', 400, telegram(400, 'Bad Request: message is too long')],
  ['telegram', 400, telegram(400, 'Bad Request: strings must be encoded in UTF-8')],
  ['slack', 400, 'invalid_payload'],
  ['slack', 400, 'no_text'],
  ['discord', 400, discord(50_035, 'Invalid Form Body')],
  ['standard', 400, '{"detail":"data.flow is required"}'],
  ['standard', 422, ''],
  ['slack', 413, ''],
] as const)('%s rejects the content with %i %s', async (format, status, body) => {
  expect(await answerTo(format, status, body)).toMatchObject({ result: 'rejected' })
})

test.each([
  ['telegram', 429, '{"ok":false,"description":"Too Many Requests","parameters":{"retry_after":7}}', 7_000],
  ['discord', 429, '{"message":"You are being rate limited.","retry_after":0.5,"global":false}', 500],
  ['slack', 429, 'rate_limited', null],
  ['slack', 500, 'rollup_error', null],
] as const)('%s is busy with %i %s', async (format, status, body, retryAfter) => {
  expect(await answerTo(format, status, body)).toMatchObject({ result: 'failed', retryAfter })
})

describe('the reason', () => {
  const url = new URL('https://hooks.example.org/services/T0/B0/seCret-token?key=k3y5&chat_id=-100')

  test.each([
    [
      '{"message":"event is invalid","errors":["\'routing_key\' is missing"]}',
      "event is invalid: 'routing_key' is missing",
    ],
    ['{"error":"not_found"}', 'not_found'],
    ['{"description":"cut off","parame', 'cut off'],
    ['"gone"', 'gone'],
    ['\u001b[31mno\u200b way\u0007\n\nplease', '[31mno way please'],
    ['Unknown token seCret-token', 'Unknown token …'],
    ['Unknown token SECRET-TOKEN', 'Unknown token …'],
    ['See https://hooks.example.org/services/T0/B0/x', 'See …'],
    ['no key k3y5 here', 'no key … here'],
    ['signature v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4= is wrong', 'signature v1,… is wrong'],
    ['Unknown SERVICES and webhook', 'Unknown SERVICES and webhook'],
    ['posting_to_general_channel_denied', 'posting_to_general_channel_denied'],
    ['{}', null],
    ['[]', null],
    ['', null],
    ['<html><body>nginx</body>', null],
  ])('of %j', (body, reason) => {
    expect(statedReason(body, url)).toBe(reason)
  })

  test('is short, and never contains control characters or a part of the URL', () => {
    const part = fc.constantFrom('seCret-token', 'k3y5', 'hooks.example.org', '\u001b', '\n', '{', '"', 'a'.repeat(300))
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string({ unit: 'binary' }), fc.json())), parts => {
        const reason = statedReason(parts.join(' '), url) ?? ''
        expect(reason.length).toBeLessThanOrEqual(200)
        expect(reason).not.toMatch(/\p{Cc}|secret-token|k3y5|hooks\.example/iu)
      }),
    )
  })
})
