import type { FlowHistoryEntry } from '@flow-query/core'
import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { recordedFlows } from '../test/recorded.js'
import { formatCsv, formatRunsCsv } from './csv.js'

test('quotes fields if necessary, and disarms formulas', () => {
  expect(
    formatCsv(
      ['a', 'b'],
      [
        ['x,y', 'say "hi"'],
        ['=1+1', 'two\nlines'],
      ],
    ),
  ).toBe('a,b\r\n"x,y","say ""hi"""\r\n\'=1+1,"two\nlines"\r\n')
})

test('lists runs with decimal fees, which a spreadsheet can add up', async () => {
  const { flows } = await recordedFlows('v1-interchain')
  const { flow } = flows.find(({ flow }) => flow.id === '21') ?? expect.fail()
  const entry: FlowHistoryEntry = {
    scheduledExecTime: '2026-01-01T00:00:00Z',
    actualExecTime: '2026-01-01T00:00:05Z',
    execFee: [
      { denom: 'uinto', amount: '1234500000' },
      { denom: 'ufoo', amount: '5' },
    ],
    executed: false,
    errors: ['insufficient funds', 'out of gas'],
    packetSequences: ['3', '4'],
    timedOut: false,
    msgResponses: [],
    queryResponses: [],
  }
  const [header, row] = formatRunsCsv([{ flow: { ...flow, label: 'Rent' }, number: 7, entry }], chainTimeAt(0)).split(
    '\r\n',
  )
  expect(header).toBe('Flow,Label,Run,Outcome,Scheduled,Executed,Fee,Fee token,Errors,Packets')
  expect(row).toBe(
    '21,Rent,7,Failed,2026-01-01T00:00:00Z,2026-01-01T00:00:05Z,1234.5 5,INTO ufoo,"insufficient funds\nout of gas",3 4',
  )
})
