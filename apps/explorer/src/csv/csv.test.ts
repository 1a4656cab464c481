import { type FlowVerdict, flowVerdict } from '@flow-query/insights'
import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { forecast } from '../../test/forecasts'
import { at, now, sampleFlow, sampleRun } from '../../test/samples'
import { agentsCsv, csvName, flowsCsv } from './csv'

const lines = (text: string) => text.split('\r\n')

test('exports flows with a header row and CRLF after each row', () => {
  const text = flowsCsv([sampleFlow({ interval: '60s' })], chainTimeAt(now))
  const [header, row, end, ...more] = lines(text)
  expect(header).toMatch(/^ID,Label,Description,Owner,Status,Next run,/)
  expect(row).toMatch(`1,Pay rent,Do nothing every minute,${sampleFlow().owner},Running,${at(30)},60s,`)
  expect([end, more]).toEqual(['', []])
})

test('a flow that is over has no next run', () => {
  const over = sampleFlow({ execTime: at(-7_200), endTime: at(-7_200) })
  expect(lines(flowsCsv([over], chainTimeAt(now)))[1]).toContain(',Completed,,')
})

test('exports the verdicts of checked flows, and whether they contain a forecast', async () => {
  const page = { history: [sampleRun(-30)], nextKey: null }
  const healthy = flowVerdict(sampleFlow(), page, null, chainTimeAt(now))
  const willFail = await forecast(0)
  const poor = flowVerdict(willFail.flow, page, willFail, chainTimeAt(now))
  const rowWith = (verdicts: Map<string, FlowVerdict>) =>
    lines(flowsCsv([willFail.flow], chainTimeAt(now), verdicts))[1]
  expect(lines(flowsCsv([], chainTimeAt(now), new Map()))[0]).toContain(',Status,Verdict,Forecast,Next run,')
  const { id } = willFail.flow
  expect(rowWith(new Map([[id, healthy]]))).toMatch(/,Running,Healthy[^,]*,Not made,/)
  expect(rowWith(new Map([[id, poor]]))).toMatch(/,Running,Will (stop|fail): [^,]*,Made,/)
  expect(rowWith(new Map())).toContain(',Running,,,')
})

test.each([
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
  [' padded ', ' padded '],
  ['דמי שכירות', 'דמי שכירות'],
])('quotes the label %j like RFC 4180', (label, field) => {
  expect(flowsCsv([sampleFlow({ label })], chainTimeAt(now))).toContain(`\r\n1,${field},Do nothing`)
})

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['=HYPERLINK("https://example.org","x")', '"\'=HYPERLINK(""https://example.org"",""x"")"'],
])('a spreadsheet does not run the label %j', (label, field) => {
  expect(flowsCsv([sampleFlow({ label })], chainTimeAt(now))).toContain(`\r\n1,${field},Do nothing`)
})

test('exports agents', () => {
  const agent = {
    agentAddress: 'into1agent',
    icaConfig: { portId: '', connectionId: 'connection-0' },
    feeConfig: { feeAdmin: 'into1admin', feeCoinsSupported: [{ denom: 'uinto', amount: '20' }] },
  }
  expect(lines(agentsCsv([agent]))[1]).toMatch(/^into1agent,connection-0,.*INTO.*,into1admin$/)
})

test('a file name contains the list, the chain and the date', () => {
  expect(csvName('flows', 'intento-1', Date.UTC(2026, 10, 23, 23))).toBe('flows-intento-1-2026-11-23.csv')
  expect(csvName('runs-14', 'lcd.example.org:1317/a b', 0)).toBe('runs-14-lcd.example.org-1317-a-b-1970-01-01.csv')
})
