import type { Log } from './log.js'
import { type Host, type Network, noFaults } from './network.js'
import type { Random } from './random.js'

/** Receives the messages of the monitor, like a webhook. */
export interface Receiver {
  readonly url: string
  readonly host: Host
  /** The IDs of the accepted messages, in the order of their first arrival. */
  readonly accepted: ReadonlySet<string>
  /** Messages that were sent again although the monitor knew that they had been accepted. */
  readonly needless: readonly string[]
  /** The reasons why bodies were not accepted. */
  readonly rejected: readonly string[]
}

/** Half of a character outside of the basic plane, which isn't valid Unicode. */
const half = /\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][0-9a-f]{2})\\ud[c-f][0-9a-f]{2}/i

export function createReceiver(network: Network, log: Log): Receiver {
  const name = 'receiver.test'
  const accepted = new Set<string>()
  const known = new Set<string>()
  const needless: string[] = []
  const rejected: string[] = []
  const host = network.add(name, {
    WebSocket: undefined,
    async answer(_, init) {
      const id = new Headers(init.headers).get('webhook-id') ?? ''
      const body = `${init.body}`
      if (half.test(body) || /\p{Cs}/u.test(body)) {
        rejected.push(`${id} has half of a character: ${body}`)
        return { status: 400, headers: {}, body: 'invalid text' }
      }
      JSON.parse(body)
      if (known.has(id)) needless.push(id)
      accepted.add(id)
      log.detail(`receiver: accepts ${id}`)
      return { status: 204, headers: {}, body: '' }
    },
  })
  network.observe({
    onArrival(_, to, init) {
      const id = new Headers(init.headers).get('webhook-id')
      if (to === name && id !== null && accepted.has(id)) known.add(id)
    },
  })
  return { url: `https://${name}/hook`, host, accepted, needless, rejected }
}

/** Breaks the receiver in a random way, and returns how to repair it. */
export function breakReceiver({ host }: Receiver, random: Random, log: Log): () => void {
  const { faults } = host
  const kind = random.pick(['refuses', 'hangs', 'rejects', 'loses'] as const)
  if (kind === 'refuses' || kind === 'hangs') faults[kind] = true
  else faults[kind] = 0.5
  faults.status = random.pick([429, 502, 503])
  log.step(`receiver: ${kind}`)
  const repair = () => {
    clearTimeout(timer)
    Object.assign(faults, noFaults)
    log.step('receiver: works again')
  }
  const timer = setTimeout(repair, random.int(1, 8) * 1_000)
  return repair
}
