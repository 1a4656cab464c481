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
  let drawn = 0

  const now = (): Disturbance => Object.assign({}, ...active)
  const falls = (share: number) => share > 0 && chance(seed, 17, drawn++) < share

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
      return now().refuse ?? false
    },
    get delay() {
      return now().delay ?? 0
    },
    answer: text => (now().silent ? [] : [text]),
    event(text) {
      const { drop = 0, repeat = 0, garble = 0 } = now()
      return Array.from({ length: 1 + repeat }, () => text)
        .filter(() => !falls(drop))
        .map(one => (falls(garble) ? broken(one, chance(seed, 19, drawn++)) : one))
    },
  }
}

/** Cut off somewhere, with a character that was never there, or with nothing left of it that JSON knows. */
function broken(text: string, where: number): string {
  const at = Math.floor(where * text.length)
  const kind = Math.floor(where * 1_000) % 3
  if (kind === 0) return text.slice(0, at)
  return kind === 1 ? `${text.slice(0, at)}\u0000${text.slice(at + 1)}` : '\ufffd'.repeat(20)
}
