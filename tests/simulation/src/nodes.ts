import type { Answer } from '@flow-query/testing'
import type { Chain } from './chain.js'
import type { Log } from './log.js'
import { type Faults, type Host, type Network, noFaults } from './network.js'
import type { Random } from './random.js'

/** Wrong answers that clients can recognize as wrong. */
type Lie = (typeof lies)[number]
const lies = ['height', 'body', 'field'] as const

function isRecognizable(lie: Lie, hasLag: boolean, gateways: number): boolean {
  // Nobody can recognize old data with a wrong height.
  if (lie === 'height') return !hasLag
  // Gateways keep a wrong field until the flow changes. Clients recognize it, but can only ask another gateway.
  return lie !== 'field' || gateways !== 1
}

/** A node that can lag behind the chain and report wrong blocks. */
export interface Node {
  readonly host: Host
  /** The number of blocks that its answers are behind its events. */
  lag: number
  lie: Lie | undefined
}

const share = 0.3

export function createNode(name: string, chain: Chain, network: Network, random: Random): Node {
  const { lcd } = chain
  const node: Node = {
    lag: 0,
    lie: undefined,
    host: network.add(name, {
      WebSocket: lcd.WebSocket,
      async answer({ pathname, search }, { method = 'GET', headers, body }) {
        lcd.lag = node.lag
        const { answer } = lcd.reply({
          method,
          target: pathname + search,
          headers: Object.fromEntries(new Headers(headers)),
          ...(body && { body: `${body}` }),
        })
        lcd.lag = 0
        return node.lie && random.chance(share) ? wrong(answer, node.lie, random) : answer
      },
    }),
  }
  return node
}

function wrong({ status, headers, body }: Answer, lie: Lie, random: Random): Answer {
  if (lie === 'body') {
    return {
      status: 200,
      headers: { ...headers, 'content-type': 'text/html' },
      body: '<html><body>Welcome</body></html>',
    }
  }
  if (lie === 'field') return { status, headers, body: body.replace(/"(\w+_time|height)":"[^"]*"/, '"$1":7') }
  const height = random.pick(['9007199254740993', '1', '99999999999', '0'])
  return {
    status,
    headers: { ...headers, 'grpc-metadata-x-cosmos-block-height': height },
    body: body.replace(/"height":"\d+"/, `"height":"${height}"`),
  }
}

export interface NodeFaultOptions {
  readonly network: Network
  readonly random: Random
  readonly log: Log
  /** Whether nodes may lag behind. */
  readonly hasLag: boolean
  readonly gateways: readonly unknown[]
}

/** Breaks a node in a random way, and returns how to repair it. */
export function breakNode(node: Node, { network, random, log, hasLag, gateways }: NodeFaultOptions): () => void {
  const { host } = node
  const fault = random.pick(hasLag ? nodeFaults : nodeFaults.filter(name => name !== 'lags'))
  const change = (faults: Partial<Faults>) => void Object.assign(host.faults, faults)
  const seconds = random.int(1, 25)
  switch (fault) {
    case 'lags':
      node.lag = random.int(1, 20)
      break
    case 'lies':
      node.lie = random.pick(lies.filter(lie => isRecognizable(lie, hasLag, gateways.length)))
      break
    case 'restarts':
      change({ refuses: true })
      network.cut(host)
      break
    case 'hangs':
      change({ hangs: true })
      break
    case 'isSlow':
      change({ delay: random.int(100, 3_000) })
      break
    case 'rejects':
      change({ rejects: random.pick([0.2, 0.7, 1]), status: random.pick([429, 502, 503]) })
      break
    case 'loses':
      change({ loses: random.pick([0.1, 0.5]) })
      break
    case 'truncates':
      change({ truncates: random.pick([0.1, 0.5]) })
      break
    case 'garbles':
      change({ garbles: random.pick([0.1, 0.5]) })
      break
    case 'repeats':
      change({ repeats: 0.5 })
      break
    case 'cuts':
      network.cut(host)
  }
  log.step(
    `${host.name}: ${fault} for ${seconds} s ${JSON.stringify(differences(host.faults))}${node.lie ?? ''}${node.lag}`,
  )
  const repair = () => {
    if (!timer) return
    clearTimeout(timer)
    timer = undefined
    Object.assign(host.faults, noFaults)
    node.lag = 0
    node.lie = undefined
    log.step(`${host.name}: works again`)
  }
  let timer: ReturnType<typeof setTimeout> | undefined = setTimeout(repair, seconds * 1_000)
  return repair
}

const nodeFaults = [
  'lags',
  'lags',
  'lies',
  'restarts',
  'hangs',
  'isSlow',
  'rejects',
  'loses',
  'truncates',
  'garbles',
  'repeats',
  'cuts',
] as const

function differences(faults: Faults): Partial<Faults> {
  const known = Object.entries(noFaults)
  return Object.fromEntries(
    Object.entries(faults).filter(([name, value]) => !known.some(([one, usual]) => one === name && usual === value)),
  )
}
