import { describe, expect, test } from 'vitest'
import { recording } from '../test/recording.js'
import { createLcd, type Exchange, stateFromRecording } from './index.js'

const recorded = recording('v1beta1-interchain/state.json')
const basePath = '/intento/intent/v1beta1'

function recordedAnswer(path: string): Exchange {
  const found = recorded.find(({ request }) => request.path.startsWith(`${basePath}/${path}`))
  if (!found) throw new Error(`${path} was not recorded.`)
  return found
}

/** Returns a slice of a recorded list, as if it were one page. */
function pageOf({ request, response }: Exchange, name: string, from: number, to: number): Exchange {
  const body = JSON.parse(response.body)
  return { request, response: { ...response, body: JSON.stringify({ ...body, [name]: body[name].slice(from, to) }) } }
}

describe('stateFromRecording', () => {
  const state = stateFromRecording(recorded)

  test('includes each flow once when owner lists repeat it, so counts and cursors are correct', async () => {
    expect(state.flows.map(({ id }) => id)).toEqual(Array.from({ length: 18 }, (_, index) => String(index + 1)))
    const lcd = createLcd({ version: 'v1beta1', state })
    const counted = await lcd.fetch(`${lcd.url}${basePath}/flows?pagination.limit=1&pagination.count_total=true`)
    expect((await counted.json()).pagination).toEqual({ next_key: 'AAAAAAAAAAI=', total: '18' })
  })

  test('includes each execution once when recorded pages overlap', () => {
    const history = recordedAnswer('flow-history/14')
    const pages = [pageOf(history, 'history', 100, 240), pageOf(history, 'history', 0, 150)]
    expect(stateFromRecording([recordedAnswer('flows?'), ...pages]).history[14]).toEqual(state.history[14])
  })

  test('ignores exchanges that were recorded twice', () => {
    expect(stateFromRecording([...recorded, ...recorded])).toEqual(state)
  })

  test('throws if a flow is missing', () => {
    const withGap = pageOf(recordedAnswer('flows?'), 'flow_infos', 3, 9)
    expect(() => stateFromRecording([withGap])).toThrow('The recording has no flow 1')
  })
})
