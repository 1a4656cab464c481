import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { flow } from '@flow-query/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { closeNodes, recordedNode, serve } from '../test/node.js'
import { runProcess, startInRealTerminal, startProcess } from '../test/process.js'
import { run, runInTerminal } from '../test/run.js'

afterEach(closeNodes)

test('--help names every command, and shows examples', async () => {
  const { stdout, stderr, status } = await run(['--help'])
  expect(stdout).toMatchSnapshot()
  expect([stderr, status]).toEqual(['', 0])
})

test.each([
  'flow',
  'flows',
  'next',
  'failing',
  'explain',
  'stats',
  'history',
  'ica',
  'params',
  'agents',
  'agent',
  'burnt',
  'watch',
  'export',
  'serve',
  'check',
])('%s --help: options of its own, those of all, and examples', async command => {
  const { stdout, status } = await run([command, '--help'])
  expect(stdout).toMatch(new RegExp(`^Usage: flow-query ${command} .*Global Options:.*--lcd <url>.*Examples:`, 's'))
  expect(stdout).toContain(`\n  flow-query ${command}`)
  expect(status).toBe(0)
})

describe('usage: exit status 2, and what to do', () => {
  test.each([
    [[], 'Usage: flow-query'],
    [['flwo', '1'], 'Did you mean flow?'],
    [['flow'], "missing required argument 'id'"],
    [['flow', 'abc'], 'A flow id is a whole number, such as 14.'],
    [['flow', '-1'], 'A flow id is a whole number, such as 14.'],
    [['flow', '99999999999999999999', '--embedded'], 'not a uint64'],
    [['flow', '1'], 'Or --embedded: a chain in memory.'],
    [['flow', '1', '--lcd', 'nonsense'], 'nonsense is no address of a node.'],
    [['flow', '1', '--lcd', 'https://lcd.example.org', '--rpc', 'nonsense'], 'nonsense is no address of a node.'],
    [['flows', '--limit', '0', '--embedded'], 'It must be a whole number from 1.'],
    [['flows', '--all', '--key', 'AA==', '--embedded'], "option '--all' cannot be used with option '--key <key>'"],
    [['flows', '--owner', 'me', '--embedded'], 'bech32'],
    [['flows', '--sort', 'size', '--embedded'], 'Allowed choices are id, nextRun, lastRun, label.'],
    [['next', '--owner', 'me', '--embedded'], 'bech32'],
    [['failing', '--owner', 'me', '--embedded'], 'bech32'],
    [['failing', '--days', 'seven', '--embedded'], 'It must be a whole number from 0.'],
    [['explain', 'abc'], 'A flow id is a whole number, such as 14.'],
    [['stats', '--owner', 'me', '--embedded'], 'bech32'],
    [['agents', '--admin', 'me', '--embedded'], 'bech32'],
    [['agents', '--all', '--key', 'AA==', '--embedded'], "option '--all' cannot be used with option '--key <key>'"],
    [['params', '--path-version', 'v2'], 'Allowed choices are v1, v1beta1, auto.'],
    [['check', 'nonsense'], 'It should look like https://lcd.example.org'],
    [['export', '--from', '5', '--to', '4', '--embedded'], 'There is nothing from 5 to 4.'],
  ])('%j', async (args, said) => {
    const { stdout, stderr, status } = await run(args)
    expect(stderr).toContain(said)
    expect([stdout, status]).toEqual(['', 2])
  })
})

test('what is not there: exit status 3', async () => {
  for (const args of [
    ['flow', '4000'],
    ['history', '4000'],
    ['ica', 'into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07', 'connection-99'],
  ]) {
    const { stdout, stderr, status } = await run([...args, '--embedded'])
    expect(stderr).toMatch(/^flow-query: .*\n {2}The newest flows: flow-query flows --reverse --limit 5\n$/)
    expect([stdout, status]).toEqual(['', 3])
  }
})

test('an agent that is not there: exit status 3, and where they are', async () => {
  const { stderr, status } = await run(['agent', 'into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07', '--embedded'])
  expect([stderr, status]).toEqual([
    'flow-query: This chain has no such agent.\n  All that there are: flow-query agents --all\n',
    3,
  ])
})

test('burnt, of a node that does not tell: says so, and which ones do', async () => {
  const said = 'This node does not tell what was burnt. Releases from 1.0.5 on do; none of v1beta1 does.\n'
  for (const options of [{ version: 'v1beta1' }, { release: '1.0.4' }] as const) {
    const { served } = await serve({ ...options, flows: [] })
    const { stdout, stderr, status } = await run(['burnt', '--lcd', served.url])
    expect([stdout, stderr, status]).toEqual([
      '',
      `flow-query: ${said}  Read from a node of a newer release: --lcd\n`,
      1,
    ])
  }
  const { served } = await serve({ service: 'other', flows: [] })
  expect((await run(['burnt', '--lcd', served.url])).stderr).toContain('--service')
})

describe('failures: exit status 1, in core’s words, with a next step', () => {
  test.each([
    [
      'a node that breaks',
      { status: 502, body: '<h1>Bad\ngateway</h1>' },
      'answered 502: <h1>Bad\\ngateway</h1>',
      'several times',
    ],
    ['a node that is silent', { hang: true }, 'gave no whole answer within 800 ms', '--timeout 30000'],
    ['an answer cut short', { cut: true }, 'could not be read', 'flow-query check'],
    ['an answer of another shape', { body: { params: 1 } }, 'params', 'flow-query check'],
    ['another service', { status: 501, body: { code: 12, message: 'Not Implemented' } }, '501', '--service'],
  ])('%s', async (_, failure, said, next) => {
    const { lcd, served } = await serve({ flows: [flow()] })
    lcd.fail(failure)
    const { stdout, stderr, status } = await run(['params', '--lcd', served.url, '--timeout', '800'])
    const [problem, step, ...rest] = stderr.split('\n')
    expect(problem).toContain(said)
    expect(step).toContain(next)
    expect(rest).toEqual([''])
    expect([stdout, status]).toEqual(['', 1])
  })

  test('nobody there', async () => {
    const { served } = await serve({ flows: [] })
    await served.close()
    const commands = ['params', 'explain 1', 'failing', 'next', 'stats', 'flows --search rent']
    const runs = commands.map(command => run([...command.split(' '), '--lcd', served.url]))
    for (const one of await Promise.all(runs))
      expect(one).toEqual({ stdout: '', stderr: expect.stringContaining('ECONNREFUSED'), status: 1 })
  })
})

test('options stand before or after the command, and FLOW_QUERY_LCD names several nodes', async () => {
  const { served } = await recordedNode('v1beta1')
  const gone = await serve({ flows: [] })
  await gone.served.close()
  const { stdout } = await run(['params', '--json', '--lcd', served.url])
  expect(JSON.parse(stdout)).toHaveProperty('burnFeePerMsg')
  const others = await Promise.all([
    run(['--json', '--lcd', served.url, 'params']),
    run(['--lcd', gone.served.url, '--lcd', served.url, 'params', '--json']),
    runProcess(['params', '--json'], { env: { FLOW_QUERY_LCD: `${gone.served.url}, ${served.url}` } }),
    run(['params', '--json', '--path-version', 'v1beta1', '--service', 'intento', '--lcd', served.url]),
    runProcess(['params', '--json', '--lcd', served.url], { env: { FLOW_QUERY_LCD: gone.served.url } }),
  ])
  expect(others.map(one => one.stdout)).toEqual(others.map(() => stdout))
})

test('--height reads the state at that block', async () => {
  const { lcd, served } = await serve({ flows: [flow()] })
  const height = lcd.height
  lcd.advance(60_000)
  await run(['params', '--height', `${height}`, '--lcd', served.url])
  expect(lcd.requests.at(-1)?.headers['x-cosmos-block-height']).toBe(`${height}`)
})

describe('what users typed does nothing to a terminal', () => {
  const label = 'a\x1b]0;title\x07\x1b[31mred\r\nb\u202egnp.\u2028x👩‍👩‍👧'
  const shown = 'a\\e]0;title\\u{7}\\e[31mred\\r\\nb\\u{202e}gnp.\\u{2028}x👩‍👩‍👧'

  test.each([['flow', '1'], ['flows'], ['flows', '--all']])('%s %s', async (...args) => {
    const { served } = await serve({ flows: [flow({ label })] })
    const { stdout } = await run([...args, '--lcd', served.url])
    expect(stdout).toContain(shown)
    const { screen } = await runInTerminal(200, [...args, '--lcd', served.url, '--no-color'])
    expect(screen).toContain(shown)
    expect(screen).not.toContain('\x1b]0')
  })

  test('in an error too', async () => {
    const { lcd, served } = await serve({ flows: [] })
    lcd.fail({ status: 500, body: { code: 2, message: 'a\x1b[2Jb' } })
    expect((await run(['params', '--lcd', served.url])).stderr).toContain('a\\e[2Jb')
  })

  test.each([['flow', '1', '--json'], ['flows', '--json'], ['flows', '--all', '--json'], ['export']])(
    '%s %s %s: programs read it as it is, and a terminal sees it written out',
    async (...args) => {
      const { served } = await serve({ flows: [flow({ label: `${label}\x7f\x9b2J\u2067` })] })
      const { stdout } = await run([...args.filter(Boolean), '--lcd', served.url])
      expect(JSON.parse(stdout.replace(/^\{\s*"flows": \[(.*)\],\s*"nextKey".*$/s, '$1')).label).toBe(
        `${label}\x7f\x9b2J\u2067`,
      )
      expect(stdout).toContain('\\u202egnp.\\u2028x👩‍👩‍👧\\u007f\\u009b2J\\u2067')
      expect(stdout).not.toMatch(/(?!\n)\p{Cc}|[\u2028\u202e\u2067]/u)
    },
  )
})

describe('messages that somebody made to break a list', () => {
  const depth = 5_000
  const nested = `${'{"@type":"/cosmos.authz.v1beta1.MsgExec","msgs":['.repeat(depth)}{"@type":"__proto__"}${']}'.repeat(depth)}`
  const flows = [
    flow({ label: 'label 1', msgs: [{ '@type': '/deep' }] }),
    flow({ label: 'label 2', msgs: [{ '@type': '__proto__' }] }),
    flow({ label: 'label 3', msgs: [{ '@type': 'constructor', amount: [{ denom: '__proto__', amount: '5' }] }] }),
  ]

  test.each([
    [['flows'], 3],
    [['flows', '--all'], 3],
    [['flow', '1'], 1],
    [['flow', '2'], 1],
    [['flows', '--json'], 3],
    [['flow', '1', '--json'], 1],
    [['export'], 3],
  ])('%j', async (args, count) => {
    const { lcd, served } = await serve({ flows })
    for (const [path, pattern] of [
      ['flows', /\/flows/],
      ['flow/1', /\/flow\/1$/],
    ] as const) {
      const { body } = lcd.reply({ method: 'GET', target: `/intento/intent/v1/${path}`, headers: {} }).answer
      lcd.fail({ path: pattern, body: body.replace('{"@type":"/deep"}', nested) })
    }
    const { stdout, stderr, status } = await run([...args, '--lcd', served.url])
    expect([stderr, status]).toEqual(['', 0])
    expect(stdout.match(/label \d/g)).toHaveLength(count)
    if (args.includes('--json') || args[0] === 'export') expect(stdout).toContain(nested)
  })
})

describe('passwords and keys in addresses are told to nobody', () => {
  test.each([
    [['params', '--lcd', 'https://user:secret@lcd.example.org'], 'holds a user name or a password'],
    [['params', '--lcd', 'https://lcd.example.org/?apikey=secret'], 'goes on after the path of a node, with ?'],
    [['params', '--lcd', 'user:secret@lcd.example.org'], 'is no address of a node'],
    [['params', '--lcd', 'https://user:sec/ret@lcd.example.org'], 'is no address of a node'],
    [['check', 'https://user:secret@lcd.example.org'], 'holds a user name or a password'],
    [['check', 'https://lcd.example.org', '--rpc', 'wss://user:secret@rpc.example.org'], 'holds a user name'],
    [['watch', '--lcd', 'https://lcd.example.org', '--rpc', 'wss://rpc.example.org/?token=secret'], 'with ?'],
    [['params', '--lcdd=https://user:secret@lcd.example.org'], 'unknown option'],
    [['flow', 'https://user:secret@lcd.example.org'], 'A flow id is a whole number'],
  ])('%j', async (args, said) => {
    const { stdout, stderr, status } = await run([...args, '--timeout', '500'])
    expect(stderr).toContain(said)
    expect(stderr).not.toMatch(/secret|sec\/ret/)
    expect([stdout, status]).toEqual(['', 2])
  })

  test('where a server sends on to one', async () => {
    const server = createServer((_, response) =>
      response.writeHead(302, { location: 'https://user:secret@lcd.example.org/?apikey=secret' }).end(),
    ).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { stdout } = await run(['check', `http://127.0.0.1:${(server.address() as AddressInfo).port}`])
    server.close()
    expect(stdout).toContain('https://***@lcd.example.org/?apikey=***')
    expect(stdout).not.toContain('secret')
  })
})

test('a reader that has enough: ends quietly', async () => {
  const { served } = await serve({ flows: Array.from({ length: 2_000 }, () => flow()) })
  const running = startProcess(['flows', '--all', '--json', '--lcd', served.url])
  await running.says('\n')
  running.child.stdout.destroy()
  expect(await running.finished).toMatchObject({ stderr: '', status: 0 })
})

describe('Ctrl-C ends the requests and exits with 130', () => {
  test.each([[['params']], [['flow', '1']], [['flows', '--all']], [['export']]])('%j', async args => {
    // A node that takes its time, and notices when nobody waits any more.
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const running = startProcess([...args, '--lcd', `http://127.0.0.1:${(server.address() as AddressInfo).port}`])
    const [, response] = await once(server, 'request')
    const left = once(response, 'close')
    running.interrupt()
    expect(await running.finished).toMatchObject({ stdout: '', stderr: '', status: 130 })
    await left
    server.close()
  })

  test('typed in a terminal', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const running = startInRealTerminal([
      'flow',
      '1',
      '--lcd',
      `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ])
    await once(server, 'request')
    running.child.stdin.write('\x03')
    expect(await running.finished).toMatchObject({ status: 130 })
    server.closeAllConnections()
    server.close()
  })
})
