import { address, createLcd, type Execution, type Flow, type Lcd } from '@flow-query/testing'
import type { Log } from './log.js'
import { Random } from './random.js'

export const owners = ['alice', 'bob', 'carol'].map(name => address(name))

/** The height at which the chain begins. */
export const firstHeight = 1_000_000

/** Runs after this time don't happen during a simulation. */
const longInterval = '86400s'

/** The real chain, which all nodes copy. Its flows run on the virtual clock. */
export interface Chain {
  readonly lcd: Lcd
  /** Changes one flow or adds one. */
  readonly change: () => void
  /** Lets no more flows become due. */
  readonly calm: () => void
  readonly timeOf: (height: number) => string
  /** Returns a flow at the end of a block, as a node prints it, or undefined if it didn't exist. */
  readonly rowAt: (id: string, height: number) => string | undefined
}

export function createChain(random: Random, log: Log): Chain {
  const plans = random.int(0, 2 ** 31)
  const flows = Array.from({ length: random.int(3, 15) }, () => randomFlow(random, Date.now()))
  const lcd = createLcd({
    flows,
    clock: () => Date.now(),
    seed: random.int(1, 2 ** 31),
    behave({ id }, sequence) {
      const own = new Random(plans).fork(`${id} ${sequence}`)
      return own.chance(0.1) ? { outcome: 'skipped' } : planned(own, Number(id))
    },
  })
  for (const flow of lcd.state.flows) fund(lcd, flow, random)
  const rows = new Map<string, string | undefined>()
  let newest = ''

  function change(): void {
    const { flows } = lcd.state
    // Several changes of one flow in a short time overtake each other.
    const { id, execTime } = flows.find(flow => flow.id === newest && random.chance(0.4)) ?? random.pick(flows)
    newest = id
    const isOver = Date.parse(execTime) <= Date.now()
    const kind = random.pick(['execute', 'execute', 'execute', 'update', 'update', 'add', 'answer'] as const)
    if (kind === 'execute') {
      if (isOver) return
      const execution = planned(random, Number(id))
      lcd.execute(id, execution)
      log.step(`chain: flow ${id} ${execution.outcome}`)
    } else if (kind === 'update') {
      const changes = randomUpdate(random, isOver)
      lcd.updateFlow(id, changes)
      log.step(`chain: flow ${id} is updated: ${JSON.stringify(changes)}`)
    } else if (kind === 'add') {
      const flow = lcd.addFlow(randomFlow(random, Date.now()))
      fund(lcd, flow, random)
      log.step(`chain: flow ${flow.id} is created`)
    } else if (lcd.history(id).some(({ packetSequences }) => packetSequences.length > 0)) {
      lcd.answer(id, { outcome: random.pick(['succeeded', 'failed']) })
      log.step(`chain: flow ${id} is answered`)
    }
  }

  function calm(): void {
    for (const { id, execTime, endTime } of lcd.state.flows) {
      const isOver = Date.parse(execTime) < Date.now() - 10_000 || Date.parse(endTime) < Date.now()
      if (isOver || Date.parse(execTime) > Date.now() + 3_600_000) continue
      const later = new Date(Date.now() + 86_400_000).toISOString()
      const end = new Date(Date.now() + 10 * 86_400_000).toISOString()
      lcd.updateFlow(id, { execTime: later, endTime: end, interval: longInterval })
    }
    log.step('chain: no more flows become due')
  }

  function rowAt(id: string, height: number): string | undefined {
    const key = `${id} ${height}`
    if (rows.has(key)) return rows.get(key)
    const request = { method: 'GET', target: `/intento/intent/v1/flow/${id}`, headers: heightHeader(height) }
    const { answer } = lcd.reply(request)
    const row = answer.status === 200 ? JSON.stringify(JSON.parse(answer.body).flow) : undefined
    if (height < lcd.height) rows.set(key, row)
    return row
  }

  function timeOf(height: number): string {
    const target = `/cosmos/base/tendermint/v1beta1/blocks/${height}`
    return JSON.parse(lcd.reply({ method: 'GET', target, headers: {} }).answer.body).block.header.time
  }

  return { lcd, change, calm, rowAt, timeOf }
}

export const heightHeader = (height: number) => ({ 'x-cosmos-block-height': `${height}` })

function randomFlow(random: Random, now: number): Partial<Flow> {
  const at = (seconds: number) => new Date(now + seconds * 1_000).toISOString()
  const owner = random.pick(owners)
  const isInterchain = random.chance(0.25)
  const common: Partial<Flow> = {
    owner,
    label: randomLabel(random),
    ...(isInterchain && { selfHostedIca: { portId: `icacontroller-${owner}`, connectionId: 'connection-0' } }),
    configuration: {
      saveResponses: true,
      updatingDisabled: false,
      stopOnSuccess: random.chance(0.05),
      stopOnFailure: random.chance(0.1),
      stopOnTimeout: random.chance(0.1),
      walletFallback: random.chance(0.9),
    },
  }
  const kind = random.pick(['often', 'often', 'rare', 'rare', 'once', 'later'] as const)
  if (kind === 'rare') {
    const started = -random.int(1, 20)
    return { ...common, interval: longInterval, startTime: at(started), execTime: at(86_000), endTime: at(8_640_000) }
  }
  if (kind === 'once') {
    const end = at(random.int(10, 90))
    return { ...common, interval: '0s', startTime: at(0), execTime: end, endTime: end }
  }
  const start = kind === 'later' ? random.int(10, 60) : 0
  const interval = random.int(5, 40)
  return {
    ...common,
    interval: `${interval}s`,
    startTime: at(start),
    execTime: at(start + interval),
    endTime: at(start + interval * random.int(1, 10)),
  }
}

/** Some labels are cut in messages, at any position of a character. */
function randomLabel(random: Random): string {
  const number = `${random.int(1, 1_000_000)}`
  return random.chance(0.8) ? `Flow ${number}` : `${number} ${'🦊'.repeat(random.int(20, 60))}`
}

/** A flow that is over never runs again. */
function randomUpdate(random: Random, isOver: boolean): Partial<Flow> {
  if (isOver || random.chance(0.7)) return { label: randomLabel(random) }
  return { execTime: new Date(Date.now() + random.int(5, 60) * 1_000).toISOString() }
}

/** Most flows have enough money. Some can pay for a few runs only. */
function fund(lcd: Lcd, { owner, feeAddress }: Flow, random: Random): void {
  const isPoor = random.chance(0.1)
  lcd.deposit(feeAddress, { denom: 'uinto', amount: isPoor ? `${random.int(0, 60_000)}` : '1000000000000' })
  lcd.deposit(owner, { denom: 'uinto', amount: '1000000000000' })
}

/** Each flow fails rarely, sometimes or always. */
function planned(random: Random, id: number): Execution {
  const failing = [0.02, 0.02, 0.3, 0.95][id % 4] ?? 0
  if (!random.chance(failing)) return { outcome: 'succeeded' }
  return { outcome: random.pick(['failed', 'failed', 'timedOut', 'unacknowledged', 'feeNotCollected']) }
}
