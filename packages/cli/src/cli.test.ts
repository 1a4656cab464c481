import { createLcd, type Failure, flow } from '@flow-query/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { until } from '../../../tests/setup/until.js'
import { addServer, removeServer } from '../test/network.js'
import { closeNodes, recordedNode, serve, serveOther } from '../test/node.js'
import { run, runInTerminal, start, terminalOf } from '../test/run.js'
import { createProgram } from './program.js'

afterEach(closeNodes)

test('--help lists all commands and shows examples', async () => {
  const { stdout, stderr, status } = await run(['--help'])
  expect(stdout).toMatchSnapshot()
  expect([stderr, status]).toEqual(['', 0])
})

const program = createProgram({ terminal: terminalOf(), signal: new AbortController().signal })

test.each(program.commands.map(command => command.name()))(
  '%s --help shows its options, the global options and examples',
  async command => {
    const { stdout, status } = await run([command, '--help'])
    expect(stdout).toMatch(new RegExp(`^Usage: flow-query ${command} .*Global Options:.*--lcd <url>.*Examples:`, 's'))
    expect(stdout).toContain(`\n  flow-query ${command}`)
    expect(status).toBe(0)
  },
)

test('help <command> shows the same as --help of the command', async () => {
  expect(await run(['help', 'flows'])).toEqual(await run(['flows', '--help']))
  expect(await run(['help'])).toEqual(await run(['--help']))
})

describe('invalid arguments exit with status 2 and advice', () => {
  test.each([
    [['--embedded'], 'Usage: flow-query'],
    [['flwo', '1'], 'Did you mean flow?'],
    [['help', 'flwo'], 'Allowed choices are flow, flows,'],
    [['flow'], "missing required argument 'id'"],
    [['flow', 'abc'], 'flow-query: Invalid id: abc. A flow ID is an integer, such as 14.\nFor help,'],
    [['flow', '99999999999999999999', '--lcd', 'https://lcd.example.org'], 'must be a uint64'],
    [['flow', '1'], 'To use an in-memory demo chain, pass --embedded.'],
    [['flow', '1', '--lcd', 'nonsense'], 'nonsense is not a valid node URL.'],
    [['flow', '1', '--lcd', 'https://lcd.example.org', '--rpc', 'nonsense'], 'nonsense is not a valid node URL.'],
    [['flow', '1', '--lcd', 'lcd.example.org:1317'], 'Did you mean https://lcd.example.org:1317?'],
    [
      ['flow', '1', '--lcd', 'http://127.0.0.1:9', '--chain-name', 'intento'],
      '--chain-name and --lcd both select nodes.',
    ],
    [['flows', '--limit', '0', '--embedded'], 'flow-query: Invalid --limit: 0. It must be an integer of at least 1.'],
    [['history', '--embedded'], 'history requires a flow ID or --owner.'],
    [['history', '1', '--from', '2026-02-30', '--embedded'], 'It must be a date such as 2026-03-31'],
    [['history', '1', '--from', '2027', '--to', '2026', '--embedded'], 'Swap --from and --to.'],
    [['history', '1', '--csv', '--json', '--embedded'], '--csv and --json exclude each other.'],
    [['history', '1', '--all', '--from', '2026', '--embedded'], 'cannot be used with'],
    [['flows', '--all', '--key', 'AA==', '--embedded'], "option '--all' cannot be used with option '--key <key>'"],
    [['flows', '--search', 'a', '--key', 'AA==', '--embedded'], "cannot be used with option '--key <key>'"],
    [['flows', '--sort', 'size', '--embedded'], 'Allowed choices are id, nextRun, lastRun, label.'],
    [['serve', '--port', '99999'], 'It must be an integer from 0 to 65535.'],
    [['serve', '--latency', '3000000000'], 'It must be an integer from 0 to 600000.'],
    [['watch', '--heartbeat', '3000000', '--embedded'], 'It must be an integer from 0 to 86400.'],
    [['next', '--limit', '1000000000', '--embedded'], 'It must be an integer from 1 to 10000.'],
    [['failing', '--days', 'seven', '--embedded'], 'It must be an integer of at least 0.'],
    [['dry-run', '1', '--height', '5', '--embedded'], 'dry-run always uses the newest block.'],
    [['params', '--path-version', 'v2'], 'Allowed choices are v1, v1beta1, auto.'],
    [['check-node', 'nonsense'], 'It should look like https://lcd.example.org'],
    [['export', '--from', '5', '--to', '4', '--lcd', 'https://lcd.example.org'], 'There are no flows from 5 to 4.'],
  ])('%j', async (args, message) => {
    const { stdout, stderr, status } = await run(args)
    expect(stderr).toContain(message)
    expect([stdout, status]).toEqual(['', 2])
  })

  test.each([
    ['flows', '--owner', 'me'],
    ['next', '--owner', 'me'],
    ['failing', '--owner', 'me'],
    ['stats', '--owner', 'me'],
    ['agents', '--admin', 'me'],
    ['forecast', '--owner', 'into1gkh76w0nwemx8gv2alaqqy394jcjstay78pxtq'],
    ['watch', '--owner', 'into1gkh76w0nwemx8gv2alaqqy394jcjstay78pxtq'],
  ])('%s %s %s: the address is rejected without a request', async (...args) => {
    const { lcd, served } = recordedNode('v1')
    const { stdout, stderr, status } = await run([...args, '--lcd', served.url])
    expect(stderr).toContain('It must be a bech32 address. Check it for typos.')
    expect([stdout, status]).toEqual(['', 2])
    expect(lcd.requests).toEqual([])
  })
})

test('without arguments, prints a short help', async () => {
  const { stdout, stderr, status } = await run([])
  expect(stdout.split('\n').length).toBeLessThan(12)
  expect(stdout).toContain('flow-query --help')
  expect([stderr, status]).toEqual(['', 0])
})

test.each([
  ['params', '--lcd', 'localhost:1318'],
  ['params', '--lcd', 'http://127.0.0.1:9, localhost:1318/'],
  ['check-node', 'localhost:1318'],
  ['watch', '--lcd', 'localhost:1318', '--rpc', 'localhost:1318', '--heartbeat', '1'],
])('an address of this machine needs no http://: %j', async (...args) => {
  addServer(
    createLcd({ flows: [flow({ execTime: new Date(Date.now() + 5_000).toISOString() })] }),
    'http://localhost:1318',
  )
  const one = start(args)
  if (args[0] === 'watch') {
    await one.says('No runs.')
    one.interrupt()
  }
  const { stderr, status } = await one.finished()
  removeServer('http://localhost:1318')
  expect(stderr).not.toContain('flow-query:')
  expect(status).toBe(args[0] === 'watch' ? 130 : 0)
})

test('errors mention the help of the command', async () => {
  const help = 'run: flow-query check-flow --help\n'
  for (const args of [['check-flow'], ['check-flow', '-', '--embeded'], ['check-flow', '-', '--embedded']])
    expect(await run(args, '')).toEqual({ stdout: '', stderr: expect.stringContaining(help), status: 2 })
})

test('a height that the node does not have exits with status 1 and advice about the height', async () => {
  const { served } = serve({ flows: [flow()] })
  const { stderr, status } = await run(['flow', '1', '--height', '999999999', '--lcd', served.url])
  expect(stderr).toContain('  The node may have pruned this block, or not reached it yet. Use another --height')
  expect(status).toBe(1)
})

test('an unknown flow exits with status 4', async () => {
  const { served } = recordedNode('v1')
  for (const [problem, ...args] of [
    ['Flow 4000 doesn’t exist.', 'flow', '4000'],
    ['Flow 4000 doesn’t exist.', 'history', '4000'],
    ['Flow 4000 doesn’t exist.', 'explain', '4000'],
    ['Flow 4000 doesn’t exist.', 'watch', '4000'],
  ] as const) {
    const { stdout, stderr, status } = await run([...args, '--lcd', served.url])
    expect(stderr).toBe(
      `flow-query: ${problem}\n  To list the newest flows, run: flow-query flows --reverse --limit 5 --lcd ${served.url}\n`,
    )
    expect([stdout, status]).toEqual(['', 4])
  }
})

test('advice after an error keeps --embedded', async () => {
  const { stderr, status } = await run(['flow', '99999', '--embedded'])
  expect([stderr, status]).toEqual([
    'flow-query: Flow 99999 doesn’t exist.\n  To list the newest flows, run: flow-query flows --reverse --limit 5 --embedded\n',
    4,
  ])
})

test('an unknown interchain account exits with status 4 and mentions the command that lists the flows of its owner', async () => {
  const { served } = recordedNode('v1')
  const owner = 'into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07'
  const { stderr, status } = await run(['ica', owner, 'connection-99', '--lcd', served.url])
  expect([stderr, status]).toEqual([
    `flow-query: No interchain account on connection-99 yet. Runs fail there until it is registered.\n  Check the connection. To list the flows of this owner, run: flow-query flows --owner ${owner} --lcd ${served.url}\n`,
    4,
  ])
})

test('an unknown agent exits with status 4 and mentions the command that lists agents', async () => {
  const { served } = recordedNode('v1')
  const { stderr, status } = await run(['agent', 'into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07', '--lcd', served.url])
  expect([stderr, status]).toEqual([
    `flow-query: This chain has no agent with this address.\n  To list all agents, run: flow-query agents --all --lcd ${served.url}\n`,
    4,
  ])
})

test('burnt explains which nodes report the total if this node does not', async () => {
  const message =
    'This node does not report the total burned amount. It requires v1 of the API and release 1.0.5 or later.\n'
  for (const options of [{ version: 'v1beta1' }, { release: '1.0.4' }] as const) {
    const { served } = serve({ ...options, flows: [] })
    const { stdout, stderr, status } = await run(['burnt', '--lcd', served.url])
    expect([stdout, stderr, status]).toEqual([
      '',
      `flow-query: ${message}  Use a node with a newer release: --lcd https://lcd.example.org\n`,
      1,
    ])
  }
  const { served } = serve({ service: 'other', flows: [] })
  expect((await run(['burnt', '--lcd', served.url])).stderr).toContain('--service')
})

describe('failed requests exit with status 1, an error of core and advice', () => {
  test.each<[string, Failure, message: string, next: string]>([
    [
      'a bad gateway',
      { status: 502, body: '<h1>Bad\ngateway</h1>' },
      'answered 502: <h1>Bad\\ngateway</h1>',
      'second --lcd',
    ],
    ['a truncated response', { cut: true }, 'could not be read', 'flow-query check-node http://127.0.0.1:'],
    ['an invalid response', { body: { params: 1 } }, 'params', 'flow-query check-node'],
    ['an unsupported API', { status: 501, body: { code: 12, message: 'Not Implemented' } }, '501', '--service'],
    ['a timeout', { hang: true }, 'timed out after 10000 ms', '--timeout 30000'],
  ])('%s', async (_, failure, message, next) => {
    const { lcd, served } = serve({ flows: [flow()] })
    lcd.fail(failure)
    const { stdout, stderr, status } = await run(['params', '--lcd', served.url])
    const [problem, step, ...rest] = stderr.split('\n')
    expect(problem).toContain(message)
    expect(step).toContain(next)
    expect(rest).toEqual([''])
    expect([stdout, status]).toEqual(['', 1])
  })

  test('all commands report a refused connection', async () => {
    const commands = ['params', 'explain 1', 'failing', 'next', 'stats', 'flows --search rent']
    const runs = commands.map(command => run([...command.split(' '), '--lcd', 'http://127.0.0.1:9']))
    for (const one of await Promise.all(runs))
      expect(one).toEqual({ stdout: '', stderr: expect.stringContaining('ECONNREFUSED'), status: 1 })
  })
})

test('accepts global options before and after the command, and several nodes', async () => {
  const { served } = recordedNode('v1beta1')
  const gone = 'http://127.0.0.1:9'
  const { stdout } = await run(['params', '--json', '--lcd', served.url])
  expect(JSON.parse(stdout)).toHaveProperty('burnFeePerMsg')
  const others = await Promise.all([
    run(['--json', '--lcd', served.url, 'params']),
    run(['--lcd', gone, '--lcd', served.url, 'params', '--json']),
    run(['params', '--json', '--path-version', 'v1beta1', '--service', 'intento', '--lcd', served.url]),
  ])
  expect(others.map(one => one.stdout)).toEqual(others.map(() => stdout))
})

test('reads nodes from FLOW_QUERY_LCD, unless there is an option', async () => {
  const { served } = serve({ flows: [flow({ label: 'Pay rent' })] })
  const gone = 'http://127.0.0.1:9'
  vi.stubEnv('FLOW_QUERY_LCD', `${gone}, ${served.url}`)
  expect((await run(['flow', '1'])).stdout).toMatch(/^Flow 1 {2}Pay rent\n/)
  vi.stubEnv('FLOW_QUERY_LCD', gone)
  expect((await run(['flow', '1', '--lcd', served.url])).stdout).toMatch(/^Flow 1 {2}Pay rent\n/)
  vi.unstubAllEnvs()
})

test('--height reads the state at that block', async () => {
  const { lcd, served } = serve({ flows: [flow()] })
  const height = lcd.height
  lcd.advance(60_000)
  await run(['params', '--height', `${height}`, '--lcd', served.url])
  expect(lcd.requests.at(-1)?.headers['x-cosmos-block-height']).toBe(`${height}`)
})

describe('control characters in labels and errors are escaped', () => {
  const label = 'a\x1b]0;title\x07\x1b[31mred\r\nb\u202egnp.\u2028x👩‍👩‍👧'
  const shown = 'a\\e]0;title\\u{7}\\e[31mred\\r\\nb\\u{202e}gnp.\\u{2028}x👩‍👩‍👧'

  test.each([['flow', '1'], ['flows'], ['flows', '--all']])('%s %s', async (...args) => {
    const { served } = serve({ flows: [flow({ label })] })
    const { stdout } = await run([...args, '--lcd', served.url])
    expect(stdout).toContain(shown)
    const { screen } = await runInTerminal(200, [...args, '--lcd', served.url, '--no-color'])
    expect(screen).toContain(shown)
    expect(screen).not.toContain('\x1b]0')
  })

  test('escapes control characters in an error', async () => {
    const { lcd, served } = serve({ flows: [] })
    lcd.fail({ status: 500, body: { code: 2, message: 'a\x1b[2Jb' } })
    expect((await run(['params', '--lcd', served.url])).stderr).toContain('a\\e[2Jb')
  })

  test.each([['flow', '1', '--json'], ['flows', '--json'], ['flows', '--all', '--json'], ['export']])(
    '%s %s %s escapes them as JSON, so that programs parse the original text',
    async (...args) => {
      const { served } = serve({ flows: [flow({ label: `${label}\x7f\x9b2J\u2067` })] })
      const { stdout } = await run([...args.filter(Boolean), '--lcd', served.url])
      expect(JSON.parse(stdout.replace(/^\{\s*"flows": \[(.*)\],\s*"nextKey".*$/s, '$1')).label).toBe(
        `${label}\x7f\x9b2J\u2067`,
      )
      expect(stdout).toContain('\\u202egnp.\\u2028x👩‍👩‍👧\\u007f\\u009b2J\\u2067')
      expect(stdout).not.toMatch(/(?!\n)\p{Cc}|[\u2028\u202e\u2067]/u)
    },
  )
})

describe('malicious messages do not break the output', () => {
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
    const { lcd, served } = serve({ flows })
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
    if (args.includes('--json') || args[0] === 'export') expect(stdout).toContain('"@tooDeep"')
  })
})

describe('never prints passwords and keys in URLs', () => {
  test.each([
    [['params', '--lcd', 'https://user:secret@lcd.example.org'], 'contains a user name or password'],
    [['check-node', 'https://user:secret@lcd.example.org'], 'contains a user name or password'],
    [['check-node', 'https://lcd.example.org', '--rpc', 'wss://user:secret@rpc.example.org'], 'contains a user name'],
    [['watch', '--lcd', 'https://lcd.example.org', '--rpc', 'wss://rpc.example.org/?token=secret'], 'a query (?)'],
    [['params', '--lcdd=https://user:secret@lcd.example.org'], 'unknown option'],
    [['flow', 'https://user:secret@lcd.example.org'], 'A flow ID is an integer'],
  ])('%j', async (args, message) => {
    const { stdout, stderr, status } = await run(args)
    expect(stderr).toContain(message)
    expect(stderr).not.toContain('secret')
    expect([stdout, status]).toEqual(['', 2])
  })

  test('redacts the password in a redirect', async () => {
    const headers = { location: 'https://user:secret@lcd.example.org/?apikey=secret' }
    const url = serveOther({ fetch: async () => new Response(null, { status: 302, headers }) })
    const { stdout } = await run(['check-node', url])
    expect(stdout).toContain('https://***@lcd.example.org/?apikey=***')
    expect(stdout).not.toContain('secret')
  })
})

test.each([[['params']], [['flows', '--all']], [['export']]])(
  'Ctrl-C aborts the requests of %j and exits with status 130',
  async args => {
    const signals: (AbortSignal | null | undefined)[] = []
    const url = serveOther({
      fetch: (_, init) => {
        signals.push(init?.signal)
        return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
      },
    })
    const { interrupt, finished } = start([...args, '--lcd', url])
    await until(() => signals.length > 0)
    interrupt()
    expect(await finished()).toMatchObject({ stdout: '', stderr: '', status: 130 })
    expect(signals.every(signal => signal?.aborted)).toBe(true)
  },
)
