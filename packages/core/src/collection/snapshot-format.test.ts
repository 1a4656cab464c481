import { createLcd } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { clientOf } from '../../test/client.js'
import type { Flow } from '../types.js'
import { decodeSnapshotBlock, decodeSnapshotHeader, encodeSnapshot } from './snapshot-format.js'

const header = { chainId: 'intento-1', height: 12, since: null, isCurrent: true, total: 4 }

async function fourFlows(): Promise<Flow[]> {
  const lcd = createLcd({ flows: [{ label: 'a' }, { label: 'b' }, { label: 'a' }, { label: 'a' }] })
  return (await clientOf(lcd).flows()).flows
}

test('decoding returns the flows that were encoded, and equal values are the same object', async () => {
  const flows = await fourFlows()
  const { configuration } = flows[0] as Flow
  const [first = '', ...blocks] = encodeSnapshot(
    header,
    flows.map(flow => ({ ...flow, configuration })),
    3,
  )
  const { fields, ...decoded } = decodeSnapshotHeader(first)
  expect(decoded).toEqual({ format: 1, ...header })
  expect(blocks).toHaveLength(2)
  const [block = []] = blocks.map(line => decodeSnapshotBlock(fields, line))
  expect(blocks.flatMap(line => decodeSnapshotBlock(fields, line))).toEqual(flows)
  expect(block[1]?.configuration).toBe(block[0]?.configuration)
})

test('lines of format 1 stay readable, because clients can be older or newer than their gateway', async () => {
  const lines = [...encodeSnapshot(header, await fourFlows())].map(line => JSON.parse(line))
  expect(lines[0]).toMatchObject({ format: 1, ...header, fields: expect.arrayContaining(['id', 'label', 'msgs']) })
  const column = (name: string) => lines[1][lines[0].fields.indexOf(name)]
  expect(column('id')).toEqual(['1', '2', '3', '4'])
  expect(column('label')).toEqual({ values: ['a', 'b'], places: [0, 1, 0, 0] })
})
