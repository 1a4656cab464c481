import { address } from '@flow-query/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ended, hourly, now } from '../../../test/flows.js'
import { closeNodes, serve } from '../../../test/node.js'
import { run } from '../../../test/run.js'

beforeEach(() => vi.setSystemTime(now))
afterEach(closeNodes)

const send = '/cosmos.bank.v1beta1.MsgSend'
const delegate = { '@type': '/cosmos.staking.v1beta1.MsgDelegate' }
const owners = Array.from({ length: 12 }, (_, index) => address(`owner ${index}`))
const [owner = ''] = owners
/** 240 flows of 12 owners. The first owner has ten completed flows more than the others. */
const flows = [
  ...Array.from({ length: 230 }, (_, index) => hourly({ owner: owners[index % 12] ?? '' })),
  ...Array.from({ length: 10 }, () => ended(1, { owner, msgs: [delegate] })),
]

test('counts flows by status, message type and owner on all pages', async () => {
  const { served } = serve({ flows })
  const { stdout, stderr, status } = await run(['stats', '--lcd', served.url])
  expect(stdout).toMatch(/^ {2}230 +96 % +○ Running$/m)
  expect(stdout).toMatch(/^ {3}10 +4 % +✓ Completed$/m)
  expect(stdout).toMatch(new RegExp(`^ {2}230 +96 % +${send}$`, 'm'))
  const shown = Array.from(stdout.matchAll(/into1\w+/g), ([address]) => address)
  expect(shown).toHaveLength(10)
  expect(shown[0]).toBe(owner)
  expect([stderr, status]).toEqual([
    'Showing the 10 owners with the most flows, of 12. Use --json for all of them.\n',
    0,
  ])
})

test('--owner counts only flows of this owner', async () => {
  const { served } = serve({ flows })
  const { stdout, stderr } = await run(['stats', '--owner', owner, '--lcd', served.url])
  expect(stdout).toMatchInlineSnapshot(`
    "Flows  Share  Status
        0    0 %  ◷ Scheduled
       20   67 %  ○ Running
       10   33 %  ✓ Completed
        0    0 %  ■ Stopped

    Flows  Share  Message
       20   67 %  /cosmos.bank.v1beta1.MsgSend
       10   33 %  /cosmos.staking.v1beta1.MsgDelegate
    "
  `)
  expect(stderr).toBe('')
})

test('does not round shares to 0 % or 100 %', async () => {
  const many = Array.from({ length: 999 }, () => hourly({ owner }))
  const { served } = serve({ flows: [...many, ended(1, { owner })] })
  const { stdout } = await run(['stats', '--lcd', served.url])
  expect(stdout).toMatch(/^ {2}999 +>99 % +○ Running$/m)
  expect(stdout).toMatch(/^ {4}1 +<1 % +✓ Completed$/m)
})

test('--json contains all counts and owners', async () => {
  const { served } = serve({ flows })
  const { stdout, stderr } = await run(['stats', '--json', '--lcd', served.url])
  const { owner: byOwner, ...counts } = JSON.parse(stdout)
  expect(counts).toEqual({
    flows: 240,
    status: { scheduled: 0, active: 230, completed: 10, stopped: 0 },
    messageType: { [send]: 230, [delegate['@type']]: 10 },
  })
  expect(Object.keys(byOwner)).toHaveLength(12)
  expect(byOwner[owner]).toBe(30)
  expect(stderr).toBe('')
})

test('says that a chain or owner has no flows', async () => {
  const { served } = serve({ flows: [] })
  const args = ['stats', '--lcd', served.url]
  expect(await run(args)).toEqual({ stdout: '', stderr: 'This chain has no flows.\n', status: 0 })
  expect((await run([...args, '--owner', owner])).stderr).toContain('owns no flows on this chain')
  expect(JSON.parse((await run([...args, '--json'])).stdout)).toMatchObject({ flows: 0, owner: {} })
})
