import { address } from '@flow-query/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hourly, now, runs } from '../../../test/flows.js'
import { closeNodes, serve } from '../../../test/node.js'
import { run, runInTerminal } from '../../../test/run.js'

beforeEach(() => vi.setSystemTime(now))
afterEach(closeNodes)

const owner = address('owner')

/** Two flows that ran every hour until 29 minutes ago, at 20:30. */
function node() {
  const [rent, fees] = [hourly({ owner, label: 'Rent' }), hourly({ owner, label: '=Fees' })]
  return serve({ flows: [rent, fees, hourly()], history: { 1: runs(rent, '.'.repeat(450)), 2: runs(fees, '..F') } })
}

test('--from and --to list all runs in the range, newest first, and stop reading when the range is passed', async () => {
  const { served, lcd } = node()
  const range = ['--from', '2026-11-19', '--to', '2026-11-19']
  const { stdout, stderr } = await run(['history', '1', ...range, '--lcd', served.url])
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map(line => line.split('\t'))
  expect(rows.map(([number]) => Number(number))).toEqual(Array.from({ length: 24 }, (_, index) => 429 - index))
  expect([rows[0]?.[1], rows.at(-1)?.[1]]).toEqual(['2026-11-19T23:30:00.400Z', '2026-11-19T00:30:00.400Z'])
  expect(stderr).toBe('')
  expect(lcd.requests.filter(({ query }) => query === 'flowHistory')).toHaveLength(1)
})

test('a time is the last millisecond of the range', async () => {
  const { served } = node()
  const at = '2026-11-20T18:30:00.400Z'
  const { stdout } = await run(['history', '1', '--from', at, '--to', at, '--json', '--lcd', served.url])
  expect(JSON.parse(stdout).history.map(({ actualExecTime }: { actualExecTime: string }) => actualExecTime)).toEqual([
    at,
  ])
})

test('--owner lists the runs of all flows of an owner, newest first', async () => {
  const { served } = node()
  const args = ['history', '--owner', owner, '--from', '2026-11-20T19:00Z', '--lcd', served.url]
  const { stdout } = await run(args)
  expect(stdout.split('\n').map(line => line.split('\t').slice(0, 5))).toEqual([
    ['1', 'Rent', '450', '2026-11-20T20:30:00.400Z', 'succeeded'],
    ['2', '=Fees', '3', '2026-11-20T20:30:00.400Z', 'failed'],
    ['1', 'Rent', '449', '2026-11-20T19:30:00.400Z', 'succeeded'],
    ['2', '=Fees', '2', '2026-11-20T19:30:00.400Z', 'succeeded'],
    [''],
  ])
  const { executions } = JSON.parse((await run([...args, '--json', '--failed'])).stdout)
  expect(executions).toEqual([expect.objectContaining({ flowId: '2', run: 3, executed: false })])
  const { screen } = await runInTerminal(120, [...args, '--no-color'])
  expect(screen).toMatch(/Flow {2}Label +Run {2}When/)
})

test('--csv prints one table for spreadsheets', async () => {
  const { served } = node()
  const { stdout } = await run(['history', '2', '--csv', '--lcd', served.url])
  expect(stdout.split('\r\n')).toEqual([
    'Flow,Label,Run,Outcome,Scheduled,Executed,Fee,Fee token,Errors,Packets',
    expect.stringMatching(
      /^2,'=Fees,3,Failed,2026-11-20T20:30:00.000Z,2026-11-20T20:30:00.400Z,[\d.]+,INTO,msg handling error/,
    ),
    expect.stringMatching(/^2,'=Fees,2,Succeeded,/),
    expect.stringMatching(/^2,'=Fees,1,Succeeded,/),
    '',
  ])
})

test('says that nothing matches', async () => {
  const { served } = node()
  for (const selection of [['1'], ['--owner', owner]])
    expect(await run(['history', ...selection, '--to', '2025', '--lcd', served.url])).toEqual({
      stdout: '',
      stderr: 'No executions match.\n',
      status: 0,
    })
})
