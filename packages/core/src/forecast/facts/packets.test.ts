import { chainTimeAt } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { clientAt } from '../../../test/truth.js'
import type { FlowClient } from '../../index.js'
import { unclearRuns } from '../../insights/index.js'
import { newestRuns } from '../../insights/runs.js'
import { readPackets } from '../index.js'

const time = Date.parse('2026-11-24T03:24:52Z')

async function packetsOf(client: FlowClient, id: string) {
  const [flow, page] = await Promise.all([client.flow({ id }), client.flowHistory({ id, limit: 300, reverse: true })])
  return { flow, page, unclear: await readPackets(client, { flow, runs: unclearRuns(flow, page, chainTimeAt(time)) }) }
}

describe('packets of runs with unclear results', () => {
  // The relayer was stopped: the packet of the first run timed out, and the packet of the second one was delivered.
  test('were delivered or timed out, as the other chain shows', async () => {
    expect((await packetsOf(clientAt('end'), '77')).unclear).toEqual([
      { run: 1, sequence: '32', result: 'timedOut', code: null },
      { run: 2, sequence: '36', result: 'executed', code: null },
    ])
    expect((await packetsOf(clientAt('end'), '89')).unclear).toEqual([
      { run: 1, sequence: '40', result: 'timedOut', code: null },
      { run: 2, sequence: '42', result: 'failed', code: 5 },
    ])
  })

  test('are unknown without the other chain', async () => {
    const { settings, ...client } = clientAt('end')
    const alone = { ...client, settings: { ...settings, chains: undefined } }
    expect((await packetsOf(alone, '77')).unclear.map(({ result }) => result)).toEqual(['unknown', 'unknown'])
  })
})

// Packets are recorded with their true results if no result was late.
test.each(['57', '58', '59', '61', '65'])('the results of flow %s are those of its history', async id => {
  const client = clientAt('end')
  const { flow, page } = await packetsOf(client, id)
  const { entries, runAt } = newestRuns(page)
  const runs = entries.map(({ packetSequences }, index) => ({ ...runAt(index), packetSequences }))
  const packets = await readPackets(client, { flow, runs })
  const recorded = entries.map(({ executed, errors: [error] }) => {
    if (executed) return 'executed'
    return error ? `failed ${/code: (\d+)/.exec(error)?.[1]}` : 'timedOut'
  })
  expect(packets.map(({ result, code }) => (code === null ? result : `${result} ${code}`))).toEqual(recorded)
  expect(recorded).toContain('timedOut')
})
