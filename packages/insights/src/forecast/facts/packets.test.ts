import { chainTime, type FlowClient } from '@flow-query/core'
import { describe, expect, test } from 'vitest'
import { clientAt, recordedClient } from '../../../../core/test/truth.js'
import { newestRuns } from '../../health/runs.js'
import { unclearRuns } from '../../index.js'
import { readPackets } from '../index.js'

async function packetsOf(client: FlowClient, id: string) {
  const time = await chainTime(client)
  const [flow, page] = await Promise.all([client.flow({ id }), client.flowHistory({ id, limit: 300, reverse: true })])
  return { flow, page, unclear: await readPackets(client, { flow, runs: unclearRuns(flow, page, time) }) }
}

async function resultsOf(client: FlowClient, id: string): Promise<string[]> {
  const { unclear } = await packetsOf(client, id)
  return unclear.map(({ run, result, code }) => `${run} ${result}${code === null ? '' : ` ${code}`}`)
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

  // The relayer returned no acknowledgement, although it had delivered the packets.
  test.each([
    ['178', ['6 executed', '7 executed']],
    ['180', ['6 failed 3', '7 failed 3']],
    ['181', ['6 failed 5', '7 failed 5']],
    ['187', ['6 delivered', '7 delivered']],
    ['195', ['6 executed', '7 executed']],
  ])('of flow %s arrived, although this chain doesn’t know it', async (id, expected) => {
    expect(await resultsOf(recordedClient('v1-truth-2/2791'), id)).toEqual(expected)
  })

  // The relayer was stopped. The first packet can't arrive any more, and this chain doesn't know it yet.
  test.each(['246', '247', '248', '249', '250'])('of flow %s can arrive until their timeout', async id => {
    expect(await resultsOf(recordedClient('v1-truth-2/3274'), id)).toEqual(['1 timedOut', '2 open'])
  })

  test.each([
    ['246', ['1 timedOut', '2 executed']],
    ['247', ['1 timedOut', '2 failed 5']],
    ['250', ['1 timedOut', '2 executed']],
  ])('of flow %s arrived after the relayer was started', async (id, expected) => {
    expect(await resultsOf(recordedClient('v1-truth-2/end'), id)).toEqual(expected)
  })

  test.each([
    ['without the other chain', undefined],
    ['if the other chain can’t be read', { 'connection-0': { lcd: 'http://missing' } }],
  ])('are unknown %s', async (_, chains) => {
    const { settings, ...client } = recordedClient('v1-truth-2/3274')
    const alone = { ...client, settings: { ...settings, chains, retries: 0 } }
    expect(await resultsOf(alone, '246')).toEqual(['1 unknown', '2 unknown'])
  })

  test('may arrive for an hour if the interval was changed', async () => {
    const client = recordedClient('v1-truth-2/3274')
    const { flow, page } = await packetsOf(client, '246')
    const runs = unclearRuns(flow, page, await chainTime(client))
    const updated = { ...flow, updateHistory: [runs[0]?.time ?? ''] }
    const packets = await readPackets(client, { flow: updated, runs })
    expect(packets.map(({ result }) => result)).toEqual(['open', 'open'])
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
