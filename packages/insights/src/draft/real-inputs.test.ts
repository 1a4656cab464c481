import { type AnyMessage, chainTime } from '@flow-query/core'
import { expect, test } from 'vitest'
import { chainsFor, type RealInput, realInputs } from '../../test/real-inputs.js'
import { forecastFlows, readForecastFacts } from '../forecast/index.js'
import { nameOf } from '../forecast/messages.js'
import {
  checkFlow,
  draftMessage,
  type FlowDraft,
  parseDraft,
  parseDuration,
  portalLink,
  readDraftFacts,
} from './index.js'
import { withOwnersAddresses } from './placeholders.js'

// Reads, checks and forecasts what people paste, and compares the result with what the portal and the chain would do.

type Pending = RealInput['pending'][number]

const names = new Set(realInputs.map(({ name }) => name))

test(`contains ${realInputs.length} inputs with different names`, () => {
  expect(realInputs.length).toBeGreaterThan(90)
  expect(names.size).toBe(realInputs.length)
})

/** A test of an input for which the function is known to be wrong fails as soon as the function is right. */
function testEach(pending: Pending, inputs: readonly RealInput[], check: (input: RealInput) => Promise<void> | void) {
  const isPending = (input: RealInput) => input.pending.some(name => name === 'parseDraft' || name === pending)
  for (const input of inputs) (isPending(input) ? test.fails : test)(`${pending}: ${input.name}`, () => check(input))
}

testEach('parseDraft', realInputs, async real => {
  const { input, owner, host, says } = real
  const { error, orError, messages, seconds, isAccepted, canWork, mistakes } = says
  if (error !== undefined) {
    expect(() => parseDraft(input, { owner })).toThrow(new RegExp(error))
    return
  }
  const draft = draftOrError(real)
  if (draft instanceof Error) {
    expect(draft.message).toMatch(new RegExp(orError ?? 'no error is expected'))
    return
  }
  expect(draft.msgs.map(nested)).toEqual(messages)
  if (seconds) {
    const { duration, interval } = draft
    expect([parseDuration(duration) / 1e9, parseDuration(interval) / 1e9]).toEqual([seconds.duration, seconds.interval])
  }
  if (isAccepted === undefined) return

  const replaced = withOwnersAddresses(draft, host?.prefix)
  const { client, lcd } = chainsFor(real, replaced)
  const facts = await readDraftFacts(client, draft)
  const { verdict, problems } = checkFlow(draft, facts, facts.time)
  if (mistakes) expect(problems.map(({ kind, path }) => `${kind} ${path}`)).toEqual(mistakes)
  expect(verdict !== 'refused').toBe(isAccepted)
  const submit = () => lcd.submitFlow(draftMessage(replaced))
  if (!isAccepted) {
    expect(submit).toThrow()
    return
  }
  expect(problems.some(({ effect }) => isFatal.test(effect))).toBe(!canWork)

  const flow = await client.flow({ id: submit().id })
  const time = await chainTime(client)
  const [forecast] = forecastFlows(await readForecastFacts(client, { flows: [flow], time }), time)
  const failsIn = (kind: string) => problems.some(problem => problem.kind === kind)
  expect(forecast?.risks.some(({ kind }) => kind === 'conditionsFail')).toBe(failsIn('conditionFails'))
  if (canWork && !failsIn('conditionFails'))
    expect(forecast?.runs.map(({ outcome }) => outcome)).not.toContain('failed')
})

const isFatal = /^(neverRuns|firstRunUnpaid|everyRunFails)$/

const inPortal = realInputs.filter(({ says }) => says.changedByPortal)

testEach('portalLink', inPortal, ({ input, owner, says }) => {
  expect(portalLink(parseDraft(input, { owner })).changed).toEqual(says.changedByPortal)
})

function draftOrError({ input, owner }: RealInput): FlowDraft | Error {
  try {
    return parseDraft(input, { owner })
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}

/** Returns names such as `MsgExec(MsgSend)`. */
function nested(message: AnyMessage): string {
  const { msgs } = message
  return Array.isArray(msgs) ? `${nameOf(message)}(${msgs.map(nested)})` : nameOf(message)
}
