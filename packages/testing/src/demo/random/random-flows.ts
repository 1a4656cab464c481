import { storedFlow as wholeFlow } from '../../builders.js'
import { address } from '../../chain/address.js'
import { nsToDuration, nsToTime } from '../../chain/blocks/time.js'
import type { Behavior, Execution } from '../../chain/execution.js'
import { chance } from '../../chain/random.js'
import type { Flow } from '../../chain/state.js'
import { accountOn, osmosis } from '../accounts.js'
import type { Template, TemplateContext } from './template.js'
import { templates } from './templates.js'

export interface RandomFlows {
  flows: Flow[]
  behave: Behavior
}

const flowCount = 320
const hour = 3_600_000
const day = 24 * hour
const ownerCount = 24

interface Draft {
  template: Template
  context: TemplateContext
  /** `created` and `start` are in milliseconds since 1970. */
  created: number
  start: number
  /** `duration` and `interval` are in milliseconds. */
  duration: number
  interval: number
  random: (question: number) => number
}

export function randomFlows({
  now,
  seed,
  firstId,
  agents,
}: {
  now: number
  seed: number
  firstId: number
  agents: TemplateContext['agents']
}): RandomFlows {
  const drafts = Array.from({ length: flowCount }, (_, number) => draft(templateAt(number, seed), number)).sort(
    (a, b) => a.created - b.created,
  )
  const flows = drafts.map((draft, index) => write(draft, firstId + index))

  function contextFor(number: number): TemplateContext {
    const owner = address(`owner ${Math.floor(ownerCount * chance(seed, number, 1) ** 4)}`)
    return { owner, account: accountOn(osmosis, owner).address, agents, earlier: [], ...draws(seed, number) }
  }

  function draft(template: Template, number: number): Draft {
    const random = (question: number) => chance(seed, number, question)
    const context = contextFor(number)
    const interval = context.pick(template.intervals) * 1_000
    const runs = 2 + Math.floor(33 * random(2) ** 2)
    const age = Math.min(runs * (interval || 12 * hour), 400 * day) * (0.5 + random(3))
    const status = random(4)
    const start = status < 0.1 ? now + day * (0.1 + 20 * random(5)) : now - age
    const duration = status < 0.35 ? Math.max(interval * 2, age * random(6)) : age + day * (3 + 300 * random(6))
    const created = start > now ? now - 30 * day * random(7) : start
    return {
      template,
      context,
      random,
      interval,
      created,
      start: wholeSeconds(start),
      duration: wholeSeconds(duration),
    }
  }

  function write({ template, context, start, duration, interval, random }: Draft, number: number): Flow {
    const id = String(number)
    const earlier = drafts.slice(0, number - firstId).map((_, index) => String(firstId + index))
    // Block times have nanoseconds, but a start time that a user chose does not.
    const nanoseconds = start > now ? 0n : BigInt(Math.floor(random(8) * 1e9))
    const at = (time: number) => nsToTime(BigInt(time) * 1_000_000n + nanoseconds)
    const first = start > now ? start : start + (interval || duration)
    const updated = random(9) < 0.06 && start < now - day ? [at(start + wholeSeconds((now - start) * random(10)))] : []
    return wholeFlow({
      id,
      owner: context.owner,
      label: context.pick(template.labels),
      interval: nsToDuration(BigInt(interval) * 1_000_000n),
      startTime: at(start),
      execTime: at(first),
      endTime: at(Math.max(start + duration, first)),
      updateHistory: updated,
      ...template.make({ ...context, earlier }),
    })
  }

  function behave({ id }: Flow, sequence: number): Execution | undefined {
    const draft = drafts[Number(id) - firstId]
    if (!draft) return undefined
    const context = { ...draft.context, ...draws(seed, Number(id), sequence) }
    return draft.template.execution?.(sequence, context) ?? { outcome: 'succeeded' }
  }

  return { flows, behave }
}

function templateAt(number: number, seed: number): Template {
  const total = templates.reduce((sum, { weight }) => sum + weight, 0)
  let left = total * chance(seed, number, 11)
  for (const template of templates) {
    left -= template.weight
    if (left < 0) return template
  }
  throw new RangeError('The random number exceeds the sum of all weights.')
}

function draws(...seeds: number[]): Pick<TemplateContext, 'pick' | 'between'> {
  let drawn = 0
  const between = (from: number, to: number) => from + Math.floor((to - from + 1) * chance(...seeds, 100 + drawn++))
  return { between, pick: items => items[between(0, items.length - 1)] ?? items[0] }
}

function wholeSeconds(milliseconds: number): number {
  return 1_000 * Math.floor(milliseconds / 1_000)
}
