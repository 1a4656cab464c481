import { chance } from '../chain/random.js'

/** How connections to the RPC are disturbed. Several act together; where two say something of the same, the newer counts. */
export interface Disturbance {
  /** New connections fail. Those that are open stay. */
  refuse?: boolean
  /** Requests get no answer, acknowledgements of subscriptions included. */
  silent?: boolean
  /** The share of event frames that are lost, from 0 to 1. */
  drop?: number
  /** Milliseconds that every frame comes later. */
  delay?: number
  /** How often each event frame comes again. */
  repeat?: number
  /** The share of event frames that are cut off or otherwise broken, from 0 to 1. */
  garble?: number
  /**
   * What becomes of each event frame, given as parsed: what is returned is sent as JSON, a string as it is, and
   * undefined not at all.
   */
  rewrite?: (frame: EventFrame) => unknown
}

/** A message that brings an event, as a client parses it. */
export interface EventFrame {
  jsonrpc: string
  /** Of the request that subscribed. */
  id: number | string
  result: { query: string; data: { type: string; value: Record<string, unknown> }; events: Record<string, string[]> }
}

export interface Disturbances {
  disturb: (disturbance: Disturbance) => () => void
  recover: () => void
  readonly refuses: boolean
  /** Milliseconds. */
  readonly delay: number
  /** What arrives of an answer. */
  answer: (text: string) => readonly string[]
  /** What arrives of an event frame. */
  event: (text: string) => readonly string[]
}

/** The seed decides which frames it falls on. */
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

/** Cut off somewhere, with a character that was never there, or with nothing left of it that JSON knows. */
function broken(text: string, where: number): string {
  const at = Math.floor(where * text.length)
  const kind = Math.floor(where * 1_000) % 3
  if (kind === 0) return text.slice(0, at)
  return kind === 1 ? `${text.slice(0, at)}\u0000${text.slice(at + 1)}` : '\ufffd'.repeat(20)
}
