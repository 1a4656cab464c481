import { type AnyMessage, chainTime } from '@flow-query/core'
import { expect, test } from 'vitest'
import { chainsFor, realInputs } from '../../test/real-inputs.js'
import { forecastFlows, readForecastFacts } from '../forecast/index.js'
import { nameOf } from '../forecast/messages.js'
import { checkFlow, draftMessage, parseDraft, parseDuration, portalLink, readDraftFacts } from './index.js'
import { withOwnersAddresses } from './placeholders.js'

// Reads, checks and forecasts what people paste, and compares the result with what the portal and the chain would do.

const names = new Set(realInputs.map(({ name }) => name))

test(`contains ${realInputs.length} inputs with different names`, () => {
  expect(realInputs.length).toBeGreaterThan(90)
  expect(names.size).toBe(realInputs.length)
})

test.each(realInputs)('parseDraft: $name', async real => {
  const { input, owner, host, says } = real
  const { error, messages, seconds, isAccepted, canWork, mistakes } = says
  if (error !== undefined) {
    expect(() => parseDraft(input, { owner })).toThrow(new RegExp(error))
    return
  }
  const draft = parseDraft(input, { owner })
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

test.each(inPortal)('portalLink: $name', ({ input, owner, says }) => {
  expect(portalLink(parseDraft(input, { owner })).changed).toEqual(says.changedByPortal)
})

/** Returns names such as `MsgExec(MsgSend)`. */
function nested(message: AnyMessage): string {
  const { msgs } = message
  return Array.isArray(msgs) ? `${nameOf(message)}(${msgs.map(nested)})` : nameOf(message)
}
