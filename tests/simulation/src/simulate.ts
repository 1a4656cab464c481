import { vi } from 'vitest'
import { randomOf } from '../../setup/seed.js'
import { checkAtRest } from './invariants/at-rest.js'
import { checkLeftovers } from './invariants/leftovers.js'
import { checkRequests } from './invariants/requests.js'
import type { Log } from './log.js'
import { breakNode } from './nodes.js'
import { breakReceiver } from './receiver.js'
import { pass, passUntil } from './time.js'
import { installTimers } from './timers.js'
import { createWorld, type World } from './world.js'

export interface Simulation {
  readonly seed: number
  /** The violations, or an empty list. */
  readonly problems: readonly string[]
  readonly log: Log
}

/** Each simulation starts at the same time, because its log contains times of flows. */
const start = '2026-01-01T00:00:00Z'

/** Between two steps, in milliseconds. */
const longestPauses = [50, 800, 800, 800, 12_000]
const restTime = 90_000
const quietTime = 30_000

/** Simulates the system with all its faults until it rests, closes it, and checks what must be true. */
export async function simulate(seed: number): Promise<Simulation> {
  Math.random = randomOf(seed)
  vi.setSystemTime(start)
  const { stackTraceLimit } = Error
  // Each timer and each failed request would record a stack trace, which takes half of the time.
  Error.stackTraceLimit = 0
  const restoreTimers = installTimers()
  try {
    return await simulateWorld(seed)
  } finally {
    Error.stackTraceLimit = stackTraceLimit
    restoreTimers()
  }
}

async function simulateWorld(seed: number): Promise<Simulation> {
  const world = await createWorld(seed)
  const { log, chain, nodes, network, random, receiver, monitor, sync, pages, gateways } = world
  const problems: string[] = []
  const repairs: (() => void)[] = []
  const restarting = new Map<object, Promise<void>>()

  function step(): void {
    const kind = random.int(1, 100)
    if (kind <= 45) chain.change()
    else if (kind <= 80 && pages.length > 0) random.pick(pages).act()
    else if (kind <= 94) repairs.push(breakNode(random.pick(nodes), world))
    else if (kind <= 96) repairs.push(breakReceiver(receiver, random, log))
    else restartOne()
  }

  function restartOne(): void {
    const parts = [monitor, sync, ...gateways].filter(part => part !== undefined).filter(part => !restarting.has(part))
    if (parts.length === 0) return
    const part = random.pick(parts)
    restarting.set(
      part,
      part.restart().finally(() => restarting.delete(part)),
    )
  }

  for (let count = random.int(15, 40); count > 0; count--) {
    step()
    await pass(random.int(0, random.pick(longestPauses)))
  }

  for (const repair of repairs) repair()
  for (const page of pages) page.show()
  chain.calm()
  await pass(restTime)
  const requests = new Map(network.requests)
  await pass(quietTime)
  problems.push(...checkRequests(world, requests))
  await passUntil(Promise.all(restarting.values()))
  problems.push(...(await passUntil(checkAtRest(world))), ...world.oldAnswers, ...world.wrongStates())

  await passUntil(close(world))
  await pass(5_000)
  problems.push(...checkLeftovers(world))
  return { seed, problems, log }
}

async function close({ pages, mirror, monitor, sync, gateways }: World): Promise<void> {
  for (const page of pages) page.close()
  mirror?.close()
  await monitor?.close()
  await sync?.close()
  for (const gateway of gateways) await gateway.close()
}
