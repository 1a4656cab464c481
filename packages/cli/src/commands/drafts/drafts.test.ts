import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { parseDraft } from '@flow-query/insights/draft'
import { address, type Configuration, flow, type Lcd } from '@flow-query/testing'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { closeNodes, serve } from '../../../test/node.js'
import { run, runInTerminal, start, wrappedLines } from '../../../test/run.js'

afterEach(closeNodes)

const owner = address('payer')
const send = (amount: string, from = owner) => ({
  '@type': '/cosmos.bank.v1beta1.MsgSend',
  from_address: from,
  to_address: address('friend'),
  amount: [{ denom: 'uinto', amount }],
})
const good = {
  '@type': '/intento.intent.v1.MsgSubmitFlow',
  owner,
  label: 'Pay rent',
  msgs: [send('5')],
  duration: '24h',
  interval: '1h',
  start_at: '0',
  fee_funds: [],
  configuration: { save_responses: true, wallet_fallback: true },
}

/** A node on which the owner has 10 INTO and two flows. Flow 2 sends 100 INTO. */
async function node(): Promise<{ lcd: Lcd; url: string }> {
  const schedule = { interval: '3600s', startTime: '2026-11-20T21:00:00Z', endTime: '2026-11-21T21:00:00Z' }
  const { lcd, served } = serve({
    flows: [
      { owner, label: 'Pay rent', msgs: [send('5')], ...schedule },
      { owner, label: 'Pay back', msgs: [send('100000000')], ...schedule },
    ],
  })
  lcd.accounts.balances[owner] = [{ denom: 'uinto', amount: '10000000' }]
  return { lcd, url: served.url }
}

const folder = mkdtempSync(join(tmpdir(), 'flow-query-drafts-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileWith(draft: object): string {
  const file = join(folder, 'draft.json')
  writeFileSync(file, JSON.stringify(draft))
  return file
}

describe('check-flow', () => {
  test('exits with 0 if the flow is good, and prints its cost and its first runs', async () => {
    const { url } = await node()
    const { stdout, stderr, status } = await run(['check-flow', fileWith(good), '--lcd', url])
    expect([stderr, status]).toEqual(['', 0])
    const [verdict, , cost, basis, , title, header, ...runs] = stdout.trimEnd().split('\n')
    expect([verdict, title]).toEqual(['No problems found.', 'First runs  5 of 24'])
    expect(cost).toMatch(
      /^Each of the 24 runs costs .*\. A fee account with .* INTO pays for all of them, with a small margin\./,
    )
    expect(basis).toMatch(/^This assumes that a run uses as much gas as the dry run/)
    expect(header).toMatch(/^Run +Due +Expected +Fee +Balance$/)
    expect(runs).toHaveLength(5)
    expect(runs[0]).toMatch(/^ {2}1 .* UTC {2}✓ Succeeded +0\.\d+ INTO +[\d,.]+ INTO$/)
  })

  test('exits with 3 if the flow will fail, and says why and what to do, with the verdict first', async () => {
    const { url } = await node()
    const draft = { ...good, msgs: [send('5'), send('0')] }
    const { stdout, stderr, status } = await run(['check-flow', fileWith(draft), '--lcd', url])
    expect([stderr, status]).toEqual(['', 3])
    expect(stdout.split('\n').slice(0, 5)).toEqual([
      'Every run will fail.',
      '',
      'msgs[1].amount',
      '  The amount is 0 INTO, so every run fails. Use an amount above 0.',
      '',
    ])
    const { screen } = await runInTerminal(50, ['check-flow', fileWith(draft), '--lcd', url, '--no-color'])
    expect(Math.max(...wrappedLines(screen).map(line => line.length))).toBeLessThanOrEqual(50)
  })

  test('exits with 3 if the chain refuses the flow, and prints neither cost nor runs', async () => {
    const { url } = await node()
    const { stdout, status } = await run(['check-flow', fileWith({ ...good, interval: '1s' }), '--lcd', url])
    expect(status).toBe(3)
    expect(stdout).toContain('The chain won’t accept this flow.\n\ninterval\n  The interval is shorter than 5 seconds')
    expect(stdout).not.toContain('First runs')
  })

  test('reads standard input, such as the output of draft', async () => {
    const { url } = await node()
    const draft = await run(['draft', '2', '--lcd', url])
    const { stdout, status } = await run(['check-flow', '-', '--json', '--lcd', url], draft.stdout)
    expect(status).toBe(3)
    expect(JSON.parse(stdout)).toMatchObject({
      draft: { '@type': '/intento.intent.v1.MsgSubmitFlow', label: 'Pay back' },
      verdict: 'willFail',
      problems: [
        {
          path: 'msgs[0].amount',
          kind: 'messageFunds',
          effect: 'everyRunFails',
          words: { remedy: expect.stringContaining('or lower the amount.') },
        },
      ],
      cost: { scheduled: 24, fund: { denom: 'uinto' } },
      runs: expect.any(Array),
      assumptions: expect.any(Array),
      words: { title: 'Every run will fail', cost: expect.stringContaining('24 runs') },
    })
  })

  test('takes the owner of a FlowInput from --owner, and prints a link to the portal', async () => {
    const { url } = await node()
    const input = { label: 'Pay rent', msgs: [JSON.stringify(send('5'))], duration: 86_400_000, interval: 3_600_000 }
    const configuration = { saveResponses: true, walletFallback: true }
    const args = [
      'check-flow',
      fileWith({ ...input, configuration }),
      '--owner',
      owner,
      '--link',
      '--portal',
      'https://portal.example',
    ]
    const { stdout, stderr, status } = await run([...args, '--lcd', url])
    expect(status).toBe(0)
    expect(stderr).toContain('Enter the duration 1 day and the interval 1 hour in the portal.')
    const [link = ''] = stdout.match(/https:\S+/) ?? []
    expect(link).toMatch(/^https:\/\/portal\.example\/build\?flowInput=/)
    expect(parseDraft(link, { owner })).toMatchObject({ owner, msgs: good.msgs })
  })

  test('exits with 2 if the file is missing, is not a flow, or if --height is set', async () => {
    const { url } = await node()
    const check = (...args: string[]) => run(['check-flow', ...args, '--lcd', url])
    expect(await check('no-such-file.json')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Pass the path of a JSON file in UTF-8, or "-" for standard input.'),
    })
    const utf16 = fileWith({})
    writeFileSync(utf16, `\uFEFF${JSON.stringify(good)}`, 'utf16le')
    expect(await check(utf16)).toMatchObject({ status: 2, stderr: expect.stringContaining('in UTF-8') })
    expect(await check(fileWith({ ...good, interval: 60 }))).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('`interval`'),
    })
    expect(await check(fileWith(good), '--height', '5')).toMatchObject({ status: 2 })
  })
})

test('check-flow reads at most 5 MB, and names a directory', async () => {
  const { url } = await node()
  const endless = Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(1_000_000, ' ')
    })(),
  )
  const running = start(['check-flow', '-', '--lcd', url], endless)
  expect(await running.finished()).toMatchObject({ status: 2, stderr: expect.stringContaining('more than 5 MB') })
  expect(await run(['check-flow', folder, '--lcd', url])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('EISDIR'),
  })
})

test('Ctrl-C ends check-flow while it waits for standard input', async () => {
  const { url } = await node()
  const running = start(['check-flow', '-', '--lcd', url])
  running.interrupt()
  expect(await running.finished()).toMatchObject({ status: 130, stderr: '' })
})

describe('draft', () => {
  test('prints a message that the chain accepts', async () => {
    const { lcd, url } = await node()
    const { stdout, stderr, status } = await run(['draft', '1', '--label', 'Rent 2027', '--lcd', url])
    expect([stderr, status]).toEqual(['', 0])
    const message = JSON.parse(stdout)
    expect(message).toMatchObject({ owner, label: 'Rent 2027', duration: '86400s', interval: '3600s', start_at: '0' })
    expect(lcd.submitFlow(message)).toMatchObject({ id: '3', label: 'Rent 2027', msgs: [send('5')] })
  })

  test('--fix fixes problems, and lists them on stderr', async () => {
    const { lcd, url } = await node()
    lcd.updateFlow(1, { configuration: { ...flow().configuration, walletFallback: false } as Configuration })
    const { stdout, stderr, status } = await run(['draft', '1', '--fix', '--lcd', url])
    expect(status).toBe(0)
    expect(stderr).toMatch(
      /^Fixed: A run needs 0\.05 INTO, but the fee account would have 0 INTO.*\nNo problems found\.\n$/,
    )
    expect(JSON.parse(stdout).fee_funds).toEqual([{ denom: 'uinto', amount: expect.stringMatching(/^\d+$/) }])
    const check = await run(['check-flow', '-', '--lcd', url], stdout)
    expect(check).toMatchObject({ status: 0, stdout: expect.stringMatching(/^No problems found\./) })
    lcd.updateFlow(2, { msgs: [{ ...send('5'), to_address: 'into1xyz' }] })
    const unknown = await run(['draft', '2', '--fix', '--lcd', url])
    expect(unknown.stderr).toMatch(
      /^Not fixed: “into1xyz” isn’t a valid address, so every run fails\. Use an address .*\nEvery run will fail\.\n$/,
    )
  })

  test('--link prints a link to the portal, unless the portal would change the flow', async () => {
    const { lcd, url } = await node()
    const { stdout, status } = await run(['draft', '1', '--link', '--lcd', url])
    expect(status).toBe(0)
    expect(parseDraft(stdout.trim(), { owner })).toMatchObject({ owner, msgs: [send('5')], label: 'Pay rent' })
    const json = await run(['draft', '1', '--link', '--json', '--lcd', url])
    expect(`${JSON.parse(json.stdout)}\n`).toBe(stdout)
    lcd.updateFlow(1, { msgs: [{ ...send('5'), amount: [{ denom: 'shells', amount: '5' }] }] })
    const changed = await run(['draft', '1', '--link', '--lcd', url])
    expect(changed).toMatchObject({ stdout: '', status: 1 })
    expect(changed.stderr).toContain('The portal would change msgs.')
  })

  test('an unknown flow exits with 4', async () => {
    const { url } = await node()
    expect(await run(['draft', '99', '--lcd', url])).toMatchObject({ stdout: '', status: 4 })
  })
})
