import { createECDH, createHash, randomBytes } from 'node:crypto'
import { isBech32 } from '@flow-query/core/parts/decode'
import * as z from 'zod'
import { alert } from '../alerts/state-schema.js'

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

const target = z.union([
  z.strictObject({ owner: z.string().refine(isBech32, 'It must be a bech32 address.') }),
  z.strictObject({ flow: z.string().regex(/^[1-9]\d{0,19}$/) }),
  z.strictObject({
    query: z.strictObject({
      search: z.string().max(200).optional(),
      messageType: z.string().max(200).optional(),
      connectionId: z.string().max(100).optional(),
    }),
  }),
])

const quietHours = z
  .strictObject({ from: timeOfDay, to: timeOfDay, timeZone: z.string().refine(isTimeZone, 'It must be a time zone.') })
  .nullable()

/** The settings that a subscriber can change. */
export const settings = z.strictObject({ isPaused: z.boolean(), onlyStops: z.boolean(), quietHours })

export const changes = z.strictObject({
  isPaused: z.boolean().exactOptional(),
  onlyStops: z.boolean().exactOptional(),
  quietHours: quietHours.exactOptional(),
})

const pushChannel = z.strictObject({
  type: z.literal('push'),
  endpoint: z.url().max(1_000),
  keys: z.strictObject({
    p256dh: z.string().max(200).refine(isPublicKey, 'It must be a public key.'),
    auth: z.string().regex(/^[\w-]{22}$/, 'It must be 16 bytes in base64url.'),
  }),
})

const channel = z.discriminatedUnion('type', [
  pushChannel,
  z.strictObject({ type: z.literal('webhook'), url: z.url().max(1_000) }),
  z.strictObject({ type: z.literal('telegram') }),
])

/** The body of a request for a new subscription. */
export const wanted = z.strictObject({
  target,
  channel,
  isPaused: z.boolean().default(false),
  onlyStops: z.boolean().default(false),
  quietHours: quietHours.default(null),
})

/** A saved subscription. */
export const subscription = z.object({
  ...settings.shape,
  /** The hash of the token in its link, so that a copy of the store opens no subscription. */
  id: z.string(),
  target,
  /** `sealed` is the encrypted address. `hash` is the same for the same address. */
  channel: z.object({ type: z.enum(['push', 'webhook', 'telegram']), sealed: z.string(), hash: z.string() }),
  /** The hash of the code that confirms the subscription, or null if it is confirmed. */
  confirmation: z.string().nullable(),
  createdAt: z.number(),
  delivery: z.object({
    /** The IDs of the open alerts that the subscriber knows. */
    told: z.array(z.string()),
    /** The alerts of the message that is being sent. */
    sending: z.array(alert),
    attempts: z.number(),
    nextAttempt: z.number(),
  }),
})

export type Settings = z.infer<typeof settings>
export type Changes = z.infer<typeof changes>
export type Target = z.infer<typeof target>
export type Channel = z.infer<typeof channel>
export type Wanted = z.infer<typeof wanted>
export type Subscription = z.infer<typeof subscription>
export type Delivery = Subscription['delivery']

/** Returns a secret text. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

export function isQuiet({ quietHours }: Settings, now: number): boolean {
  if (!quietHours) return false
  const { from, to, timeZone } = quietHours
  const time = clockOf(timeZone).format(now)
  return from <= to ? from <= time && time < to : from <= time || time < to
}

/** Creating a format takes longer than using it a hundred times, and each message that waits is checked every second. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  clocks.set(timeZone, clock)
  return clock
}

function isPublicKey(text: string): boolean {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  try {
    return curve.computeSecret(Buffer.from(text, 'base64url')).length > 0
  } catch {
    return false
  }
}

function isTimeZone(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }))
  } catch {
    return false
  }
}
