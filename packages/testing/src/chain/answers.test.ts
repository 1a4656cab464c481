import { expect, test } from 'vitest'
import { recording } from '../../test/recording.js'
import { createClock, createLcd, type Execution } from '../index.js'

const recorded = recording<{ id: number; height: string; body: string }[]>(
  'v1beta1-interchain/histories-as-they-changed.json',
)

type Step = 'run' | Execution['outcome']

/** The recorded events of flows 16, 17 and 18, whose relayer was offline for a while. */
const stepsByHeight: Readonly<Record<number, readonly (readonly [id: number, step: Step])[]>> = {
  5216: [[16, 'run']],
  5221: [[16, 'succeeded']],
  5239: [[17, 'run']],
  5243: [[17, 'failed']],
  5244: [[18, 'run']],
  5249: [[18, 'failed']],
  5275: [[16, 'run']],
  5280: [[16, 'succeeded']],
  5318: [[17, 'run']],
  5322: [[18, 'run']],
  5333: [[16, 'run']],
  5392: [[16, 'run']],
  5396: [[17, 'run']],
  5401: [[18, 'run']],
  5451: [[16, 'run']],
  5479: [[18, 'run']],
  5507: [
    [18, 'timedOut'],
    [17, 'timedOut'],
    [16, 'timedOut'],
  ],
  5509: [
    [16, 'succeeded'],
    [16, 'succeeded'],
    [17, 'failed'],
    [18, 'failed'],
    [18, 'failed'],
  ],
  5510: [[16, 'run']],
  5514: [[16, 'succeeded']],
  5558: [[18, 'run']],
  5562: [[18, 'failed']],
  5569: [[16, 'run']],
  5573: [[16, 'succeeded']],
}

/** The fields of an entry that change, with the node's names. */
interface Outcome {
  executed: boolean
  timed_out: boolean
  errors: readonly unknown[]
  msg_responses: readonly unknown[]
}

function outcomeOf({ executed, timed_out, errors, msg_responses }: Outcome) {
  return { executed, timed_out, errors: errors.length, msg_responses: msg_responses.length }
}

test('responses and timeouts are recorded as on a real node, even late ones', () => {
  expect(new Set(recorded.map(({ height }) => height))).toEqual(new Set(Object.keys(stepsByHeight)))
  const clock = createClock('2026-11-22T06:00:00Z')
  const selfHostedIca = { portId: 'icacontroller-into1...', connectionId: 'connection-0' }
  const flows = Array.from({ length: 18 }, () => ({ selfHostedIca, interval: '30s' }))
  const lcd = createLcd({ version: 'v1beta1', clock: clock.now, flows })
  /** Returns the newest entries first, like the recording. */
  const newest = (id: number, count: number) =>
    lcd
      .history(id)
      .slice(-count)
      .reverse()
      .map(entry => outcomeOf({ ...entry, timed_out: entry.timedOut, msg_responses: entry.msgResponses }))

  for (const [height, steps] of Object.entries(stepsByHeight)) {
    for (const [id, step] of steps)
      if (step === 'run') lcd.execute(id, { outcome: 'unacknowledged' })
      else lcd.answer(id, { outcome: step })
    for (const { id, body } of recorded.filter(one => one.height === height)) {
      const entries: Outcome[] = JSON.parse(body).history
      expect([height, id, newest(id, entries.length)]).toEqual([height, id, entries.map(outcomeOf)])
    }
  }
})
