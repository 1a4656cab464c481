import { type ChainTime, createFlowClient } from '@flow-query/core'
import { flowHealth } from '@flow-query/insights'
import { createLcd, state } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { explainHealth } from '../health/health-explanation.js'
import { phraseText } from '../phrase.js'
import { describeNextRun, describeNextRuns } from '../schedule.js'
import { describeLateBlock } from './chain-time.js'

const block = '2026-11-24T10:04:00Z'
const stopped = Date.parse(block)
const hour = 3_600_000
const timeZone = 'UTC'
/** The chain made its last block at 10:04, and the reader has checked for newer blocks since then. */
const halted: ChainTime = { block, height: '100', readAt: stopped + 4 * hour }
/** The reader lost the network at 10:04. */
const offline: ChainTime = { block, height: '100', readAt: stopped + 2_000 }
const later = stopped + 4 * hour

/** A node with an hourly flow that was due at 11:04. */
const lcd = createLcd({
  state: state({ flows: [{ execTime: '2026-11-24T11:04:00Z' }], history: { 1: [{}] } }, stopped),
})
const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
const newest = await client.flowHistory({ id: 1, reverse: true })
const due = await client.flow({ id: 1 })

describe('a newest block that is old', () => {
  test('blames the chain or the clock if the node still responds, and the missing responses otherwise', () => {
    expect(describeLateBlock(halted, { timeZone })).toBe(
      'The newest block is from 24 Nov 2026, 10:04:00 UTC, so the chain has stopped or your clock is ahead.',
    )
    expect(describeLateBlock(offline, { now: later, timeZone })).toBe(
      'No block after 24 Nov 2026, 10:04:00 UTC has been read.',
    )
    expect(describeLateBlock(offline, { timeZone })).toBeNull()
    expect(describeLateBlock({ ...halted, readAt: stopped + 30_000 }, { timeZone })).toBeNull()
  })

  test.each([
    [
      'halted',
      halted,
      'Due 3 h ago. The newest block is from 24 Nov 2026, 10:04:00 UTC, so the chain has stopped or your clock is ahead.',
    ],
    ['offline', offline, 'Due 3 h ago. No block after 24 Nov 2026, 10:04:00 UTC has been read.'],
  ])('shows no flow as over: %s', (_, time, words) => {
    const health = flowHealth(due, newest, time)
    const { title, late } = explainHealth(health, due, time, { now: later, timeZone })
    expect(phraseText(title)).toBe('Healthy so far')
    expect(late).toBe(words)
    expect(describeNextRun(due, time, { now: later })).toBe('due 3 h ago')
    expect(describeNextRuns(due, time, { now: later, timeZone })).toMatch(/^Was due 3 h ago, then /)
  })

  test('the text for a flow that waits for its first run mentions the delay once', () => {
    const { title, late } = explainHealth(
      { state: 'waiting', for: 'start', since: null, orEarlier: false },
      due,
      halted,
      {
        now: later,
        timeZone,
      },
    )
    expect(phraseText(title)).toBe('Waiting for its first run')
    expect(late).toMatch(/^Due 3 h ago\./)
  })

  test('a flow that is not due yet gets no explanation', () => {
    const tomorrow = { ...due, execTime: '2026-11-25T10:04:00Z' }
    const health = flowHealth(tomorrow, newest, halted)
    expect(explainHealth(health, tomorrow, halted, { now: later }).late).toBeNull()
  })
})
