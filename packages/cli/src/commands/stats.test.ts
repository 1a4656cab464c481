import { address } from '@flow-query/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ended, hourly, now } from '../../test/flows.js'
import { closeNodes, serve } from '../../test/node.js'
import { run, standAt } from '../../test/run.js'

beforeEach(() => standAt(now))
afterEach(closeNodes)

const send = '/cosmos.bank.v1beta1.MsgSend'
const delegate = { '@type': '/cosmos.staking.v1beta1.MsgDelegate' }
const owners = Array.from({ length: 12 }, (_, index) => address(`owner ${index}`))
const [owner = ''] = owners
/** 240 flows of twelve owners, as many of each but for ten more of the first. */
const flows = [
  ...Array.from({ length: 230 }, (_, index) => hourly({ owner: owners[index % 12] ?? '' })),
  ...Array.from({ length: 10 }, () => ended(1, { owner, msgs: [delegate] })),
]

test('how many flows there are of each status, message and owner, on all pages', async () => {
  const { served } = await serve({ flows })
  const { stdout, stderr, status } = await run(['stats', '--lcd', served.url])
  expect(stdout).toMatch(/^ {2}230 +96 % +○ Running$/m)
  expect(stdout).toMatch(/^ {3}10 +4 % +✓ Completed$/m)
  expect(stdout).toMatch(new RegExp(`^ {2}230 +96 % +${send}$`, 'm'))
  const shown = Array.from(stdout.matchAll(/into1\w+/g), ([address]) => address)
  expect(shown).toHaveLength(10)
  expect(shown[0]).toBe(owner)
  expect([stderr, status]).toEqual(['The busiest of 12 owners. All of them: --json\n', 0])
})

test('--owner: of theirs', async () => {
  const { served } = await serve({ flows })
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

test('--json has all of it', async () => {
  const { served } = await serve({ flows })
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

test('nobody has a flow, or an owner none', async () => {
  const { served } = await serve({ flows: [] })
  const args = ['stats', '--lcd', served.url]
  expect(await run(args)).toEqual({ stdout: '', stderr: 'Nobody has made a flow on this chain.\n', status: 0 })
  expect((await run([...args, '--owner', owner])).stderr).toContain('owns no flow on this chain')
  expect(JSON.parse((await run([...args, '--json'])).stdout)).toMatchObject({ flows: 0, owner: {} })
})
