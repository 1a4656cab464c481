import { chance } from '../chain/random.js'

/**
 * How to disturb connections to the RPC. Several disturbances combine, and the newest wins if they set the same field.
 */
export interface Disturbance {
  /** Rejects new connections. Open connections stay open. */
  refuse?: boolean
  /** Sends no responses to requests, so subscriptions are not acknowledged. */
  silent?: boolean
  /** The share of event frames to drop, from 0 to 1. */
  drop?: number
  /** The delay of every frame, in milliseconds. */
  delay?: number
  /** How many extra times each event frame is sent. */
  repeat?: number
  /** The share of event frames to truncate or corrupt, from 0 to 1. */
  garble?: number
  /**
   * Replaces each event frame. It receives the parsed frame. A returned string is sent unchanged, any other value is
   * sent as JSON, and undefined drops the frame.
   */
  rewrite?: (frame: EventFrame) => unknown
}

/** A parsed message that carries an event. */
export interface EventFrame {
  jsonrpc: string
  /** The id of the subscribe request. */
  id: number | string
  result: { query: string; data: { type: string; value: Record<string, unknown> }; events: Record<string, string[]> }
}

export interface Disturbances {
  disturb: (disturbance: Disturbance) => () => void
  recover: () => void
  readonly refuses: boolean
  readonly delay: number
  answer: (text: string) => readonly string[]
  event: (text: string) => readonly string[]
}

export function createDisturbances(seed: number): Disturbances {
  let active: Disturbance[] = []
  let draws = 0

  const current = (): Disturbance => Object.assign({}, ...active)
  const hits = (share: number) => share > 0 && chance(seed, 17, draws++) < share

  return {
    disturb(disturbance) {
      const one = { ...disturbance }
      active.push(one)
      return () => {
        active = active.filter(other => other !== one)
      }
    },
    recover() {
      active = []
    },
    get refuses() {
      return current().refuse ?? false
    },
    get delay() {
      return current().delay ?? 0
    },
    answer: text => (current().silent ? [] : [text]),
    event(text) {
      const { drop = 0, repeat = 0, garble = 0, rewrite } = current()
      const sent = rewrite ? textOf(rewrite(JSON.parse(text))) : text
      if (sent === undefined) return []
      return Array.from({ length: 1 + repeat }, () => sent)
        .filter(() => !hits(drop))
        .map(one => (hits(garble) ? broken(one, chance(seed, 19, draws++)) : one))
    },
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function broken(text: string, where: number): string {
  const at = Math.floor(where * text.length)
  const kind = Math.floor(where * 1_000) % 3
  if (kind === 0) return text.slice(0, at)
  return kind === 1 ? `${text.slice(0, at)}\u0000${text.slice(at + 1)}` : '\ufffd'.repeat(20)
}
