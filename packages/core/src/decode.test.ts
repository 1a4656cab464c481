import { describe, expect, test } from 'vitest'
import { answeredWith, clientOf, errorOf } from '../test/client.js'
import { type Folder, recordedAnswers, recordedBodies, recordedLcd, recording, versionOf } from '../test/recordings.js'
import { shapes } from '../test/shape.js'
import { meaningOf } from '../test/wire.js'
import { createFlowClient, type FlowClient, v1, v1beta1 } from './index.js'

const owner = 'into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07'
const answers = recordedAnswers()

describe('recorded responses', () => {
  test('there are recorded responses of all queries in both versions', () => {
    const kinds = new Set(answers.map(({ version, query }) => `${version.name} ${query}`))
    expect([...kinds].sort()).toEqual([
      'v1 flow',
      'v1 flowHistory',
      'v1 flows',
      'v1 flowsForOwner',
      'v1 ica',
      'v1 params',
      'v1 totalBurnt',
      'v1 trustlessAgent',
      'v1 trustlessAgents',
      'v1 trustlessAgentsForAdmin',
      'v1beta1 flow',
      'v1beta1 flowHistory',
      'v1beta1 flows',
      'v1beta1 flowsForOwner',
      'v1beta1 ica',
      'v1beta1 params',
      'v1beta1 trustlessAgent',
      'v1beta1 trustlessAgents',
      'v1beta1 trustlessAgentsForAdmin',
    ])
  })

  test.each(answers.map(answer => [answer.name, answer] as const))(
    '%s: all fields are decoded, and only renamed',
    async (_, { text, version, query, read, page }) => {
      const data = await read(answeredWith(text, {}, { versions: [version] }))
      expect(data).toEqual(meaningOf(JSON.parse(text), Boolean(page.countTotal && !page.key)))
      expect(shapes[query](data, query)).toEqual([])
      expect(JSON.parse(JSON.stringify(data))).toEqual(data)
    },
  )
})

const defaultSettings = {
  configuration: {
    saveResponses: false,
    updatingDisabled: false,
    stopOnSuccess: false,
    stopOnFailure: false,
    stopOnTimeout: false,
    walletFallback: false,
  },
  conditions: {
    feedbackLoops: [],
    comparisons: [],
    stopOnSuccessOf: [],
    stopOnFailureOf: [],
    skipOnFailureOf: [],
    skipOnSuccessOf: [],
    useAndForComparisons: false,
  },
}

const recordedClient = (folder: Folder) => clientOf(recordedLcd(folder), { versions: [versionOf(folder)] })

describe('flow', () => {
  test('v1: an interchain flow with a condition that queries another chain', async () => {
    const owner = 'into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07'
    expect(await recordedClient('v1-interchain').flow({ id: 19 })).toEqual({
      id: '19',
      owner,
      label: 'Only while the other account holds more than 1,000',
      feeAddress: 'into14eevctrl9kcwcr4l6vkjsz89fq73taxdzwnjwe',
      msgs: [
        {
          '@type': '/cosmos.bank.v1beta1.MsgSend',
          from_address: 'into1tmlt8wdw83h4ms9f25mqxutkp24jycwqd3gjjznlahaemjv78kesqcdz46',
          to_address: 'into1t5gu3epe8u893rlcfz45tvgwpvcns9ue0ygmqg',
          amount: [{ denom: 'uinto', amount: '5' }],
        },
      ],
      interval: '40s',
      startTime: '2026-11-20T21:37:51.633434515Z',
      execTime: '2026-11-20T21:40:31.633434515Z',
      endTime: '2026-11-20T21:57:51.633434515Z',
      updateHistory: [],
      selfHostedIca: { portId: `icacontroller-${owner}`, connectionId: 'connection-0' },
      trustlessAgent: null,
      configuration: { ...defaultSettings.configuration, saveResponses: true, walletFallback: true },
      conditions: {
        ...defaultSettings.conditions,
        comparisons: [
          {
            flowId: '0',
            responseIndex: 0,
            responseKey: '',
            valueType: 'math.Int',
            operator: 'LARGER_THAN',
            operand: '1000',
            differenceMode: false,
            icqConfig: {
              connectionId: 'connection-0',
              chainId: 'intento-host-1',
              timeoutPolicy: 'EXECUTE_QUERY_CALLBACK',
              timeoutDuration: '30s',
              queryType: 'store/bank/key',
              queryKey: 'AiBe/rO5rjxvXcCpVTYDcXYKqyJhwGxRKQp/7fudyZ49s3VpbnRv',
              response: '',
            },
          },
        ],
      },
    })
  })

  test('v1beta1: uses the names of v1, and fields that only v1 has are empty or false', async () => {
    expect(await recordedClient('v1beta1').flow({ id: 12 })).toMatchObject({
      id: '12',
      selfHostedIca: null,
      trustlessAgent: null,
      configuration: { ...defaultSettings.configuration, saveResponses: true, walletFallback: true },
      conditions: { comparisons: [{ operator: 'LARGER_THAN', differenceMode: false, icqConfig: null }] },
    })
    const owner = 'into1k8rumg0vmgajf7ns08cflc8qldgyn4k738xpqm'
    expect(await recordedClient('v1beta1').flow({ id: 15 })).toMatchObject({
      selfHostedIca: { portId: `icacontroller-${owner}`, connectionId: 'connection-0' },
      trustlessAgent: null,
    })
  })

  test('v1beta1: a hosted account becomes a trustless agent, and its single coin a list', async () => {
    const body = JSON.parse(recordedFlow('v1beta1', 15))
    const agent = async (hosted_ica_config: unknown) => {
      const text = JSON.stringify({ flow_info: { ...body.flow_info, hosted_ica_config } })
      const client = answeredWith(text, {}, { versions: [versionOf('v1beta1')] })
      return (await client.flow({ id: 15 })).trustlessAgent
    }
    expect(await agent({ hosted_address: 'into1agent', fee_coin_limit: { denom: 'uinto', amount: '20' } })).toEqual({
      agentAddress: 'into1agent',
      feeLimit: [{ denom: 'uinto', amount: '20' }],
      connectionId: '',
    })
    expect(await agent({ hosted_address: 'into1agent', fee_coin_limit: { denom: '', amount: '0' } })).toEqual({
      agentAddress: 'into1agent',
      feeLimit: [],
      connectionId: '',
    })
    expect(await agent({ hosted_address: '', fee_coin_limit: { denom: 'uinto', amount: '20' } })).toMatchObject({
      agentAddress: '',
      feeLimit: [{ denom: 'uinto', amount: '20' }],
    })
    expect(await agent({ hosted_address: '', fee_coin_limit: { denom: '', amount: '0' } })).toBeNull()
    expect(await agent(null)).toBeNull()
  })

  test('v1beta1: reads the hosted account of releases before 0.9.0, which call its field hosted_config', async () => {
    const { hosted_ica_config, ...flow_info } = JSON.parse(recordedFlow('v1beta1', 15)).flow_info
    const hosted_config = { hosted_address: 'into1agent', fee_coin_limit: { denom: '', amount: '0' } }
    const text = JSON.stringify({ flow_info: { ...flow_info, hosted_config } })
    const client = answeredWith(text, {}, { versions: [versionOf('v1beta1')] })
    expect((await client.flow({ id: 15 })).trustlessAgent).toMatchObject({ agentAddress: 'into1agent' })
  })

  test.each([
    [{ agent_address: 'into1agent', fee_limit: [], connection_id: '' }],
    [{ agent_address: '', fee_limit: [{ denom: 'uinto', amount: '20' }], connection_id: '' }],
    [{ agent_address: '', fee_limit: [], connection_id: 'connection-0' }],
  ])('v1: an agent is not null if any of its fields is set: %j', async trustless_agent => {
    const { flow } = JSON.parse(recordedFlow('v1', 1))
    const client = answeredWith(JSON.stringify({ flow: { ...flow, trustless_agent } }))
    expect((await client.flow({ id: 1 })).trustlessAgent).toEqual({
      agentAddress: trustless_agent.agent_address,
      feeLimit: trustless_agent.fee_limit,
      connectionId: trustless_agent.connection_id,
    })
  })

  test('unknown operators and fields cause no error', async () => {
    const body = JSON.parse(recordedFlow('v1-interchain', 19))
    body.flow.priority = { of: 'a later release' }
    body.flow.conditions.comparisons[0].operator = 'SOUNDS_LIKE'
    const flow = await answeredWith(JSON.stringify(body)).flow({ id: 19 })
    expect(flow.conditions.comparisons[0]?.operator).toBe('SOUNDS_LIKE')
    expect(flow).not.toHaveProperty('priority')
  })
})

describe('trustlessAgent', () => {
  test.each([
    ['v1', v1, '{"trustless_agent":{"agent_address":"","ica_config":null,"fee_config":null}}'],
    ['v1beta1', v1beta1, '{"hosted_account":{"hosted_address":"","ica_config":null,"host_fee_config":null}}'],
  ])('%s: an agent without an address causes notFound', async (_, version, body) => {
    const error = await errorOf(answeredWith(body, {}, { versions: [version] }).trustlessAgent({ agentAddress: owner }))
    expect(error).toMatchObject({ kind: 'notFound', retryable: false })
    expect(error.message).toMatch(/_address of https:\S+ is empty, so the agent doesn't exist\. Check /)
  })

  test('an API version from another copy of the package causes the same errors', async () => {
    const problem = { kind: 'notFound', path: 'agent_address', problem: "is empty, so the agent doesn't exist" }
    const trustlessAgent = () => {
      throw problem
    }
    const versions = [{ ...v1, mappers: { ...v1.mappers, trustlessAgent } }]
    const error = await errorOf(answeredWith('{}', {}, { versions }).trustlessAgent({ agentAddress: owner }))
    expect(error).toMatchObject({ kind: 'notFound', message: expect.stringContaining("so the agent doesn't exist") })
  })

  test('totalBurnt: rejects with unsupported on v1beta1 without sending a request', async () => {
    const urls: string[] = []
    const fetch = async (url: string | URL | Request) => {
      urls.push(String(url))
      return new Response()
    }
    const client = createFlowClient({ lcd: 'https://lcd.test', fetch, versions: [v1beta1] })
    expect(await errorOf(client.totalBurnt())).toMatchObject({ kind: 'unsupported', retryable: false })
    expect(urls).toEqual([])
  })
})

describe('repetitions in a list', () => {
  test('a flow that a page contains twice is returned once, because IDs are used as keys', async () => {
    const { flow } = recordedBodies()
    const flows = ['1', '2', '1'].map(id => ({ ...flow, id }))
    const client = answeredWith(JSON.stringify({ flows, pagination: { next_key: null } }))
    expect((await client.flows()).flows.map(({ id }) => id)).toEqual(['1', '2'])
  })

  test('an agent that a page contains twice is returned once', async () => {
    const client = answeredWith(
      '{"trustless_agents":[{"agent_address":"a"},{"agent_address":"a"}],"pagination":{"next_key":null}}',
    )
    expect((await client.trustlessAgents()).trustlessAgents.map(({ agentAddress }) => agentAddress)).toEqual(['a'])
  })
})

/** The fields that some releases don't send, or whose absence says nothing. */
const optionalFields: ReadonlySet<string> = new Set([
  'packet_sequences',
  'connection_rewards',
  'relayer_rewards',
  'hosted_ica_config',
  'hosted_config',
  'total',
])
/** Flows, executions, parameters and pages, but not the objects in them, which drafts of users have too. */
const isRequired = (field: string, path: string) =>
  !optionalFields.has(field) && /^\w+$|^((flow|flow_info)s?(\[0\])?|history\[0\]|params|pagination)\.\w+$/.test(path)

/** One response per query and version, with objects in it. */
const differentAnswers = Array.from(
  new Map(
    answers
      .toSorted((one, other) => one.text.length - other.text.length)
      .map(answer => [`${answer.version.name} ${answer.query}`, answer] as const),
  ),
)

describe('missing fields', () => {
  test.each(differentAnswers)('%s: a missing field that all releases send is an error', async (_, answer) => {
    const { text, version, read } = answer
    const body: Record<string, unknown> = JSON.parse(text)
    const seen = new Set<string>()
    async function check(parent: Record<string, unknown>, path: string): Promise<void> {
      for (const [field, value] of Object.entries(parent)) {
        const place = path ? `${path}.${field}` : field
        const shape = place.replace(/\d+/g, '0')
        if (seen.has(shape)) continue
        seen.add(shape)
        if (isRequired(field, place)) {
          delete parent[field]
          const error = await errorOf(read(answeredWith(JSON.stringify(body), {}, { versions: [version] })))
          expect([error.kind, error.message.split(' of ')[0]]).toEqual(['decode', place])
          parent[field] = value
        }
        if (field === 'msgs' || field === 'msg_responses') continue
        for (const [index, item] of [value].flat().slice(0, 3).entries())
          if (typeof item === 'object' && item !== null)
            await check(item as Record<string, unknown>, Array.isArray(value) ? `${place}[${index}]` : place)
      }
    }
    await check(body, '')
    expect(seen.size).toBeGreaterThan(0)
  })

  test.each(differentAnswers)('%s: JSON with camelCase names is an error', async (_, { text, version, read }) => {
    const renamed = text.replace(/"(\w+)":/g, (_, name: string) => {
      const camelCase = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
      return `"${camelCase}":`
    })
    const error = await errorOf(read(answeredWith(renamed, {}, { versions: [version] })))
    expect(error).toMatchObject({ kind: 'decode', message: expect.stringMatching(/\w+_\w+ of \S+ is missing/) })
  })

  test('fields that some releases lack have default values', async () => {
    const { flow } = JSON.parse(recordedFlow('v1', 1))
    const input = { flow_id: '0', response_index: 0, response_key: '', value_type: '' }
    const conditions = {
      ...flow.conditions,
      comparisons: [{ ...input, operator: 'EQUAL', operand: '1' }],
      feedback_loops: [{ ...input, msgs_index: 0, msg_key: '' }],
    }
    const client = answeredWith(JSON.stringify({ flow: { ...flow, configuration: null, conditions } }))
    const read = await client.flow({ id: 1 })
    expect(read.configuration).toEqual(defaultSettings.configuration)
    expect(read.conditions.comparisons).toMatchObject([{ differenceMode: false, icqConfig: null }])
    expect(read.conditions.feedbackLoops).toMatchObject([{ differenceMode: false, icqConfig: null }])
  })

  test.each([
    ['flow', '{}', (client: FlowClient) => client.flow({ id: 1 })],
    ['flow.owner', '{"flow":{"id":"1"}}', (client: FlowClient) => client.flow({ id: 1 })],
    ['flows', '{"pagination":{}}', (client: FlowClient) => client.flows()],
    ['pagination', '{"flows":[]}', (client: FlowClient) => client.flows()],
    ['history', '{"pagination":{}}', (client: FlowClient) => client.flowHistory({ id: 1 })],
    ['params', '{}', (client: FlowClient) => client.params()],
    ['interchain_account_address', '{}', (client: FlowClient) => client.ica({ owner, connectionId: 'b' })],
    ['trustless_agent', '{}', (client: FlowClient) => client.trustlessAgent({ agentAddress: owner })],
    ['total_burnt', '{}', (client: FlowClient) => client.totalBurnt()],
  ])('a missing field causes a decode error if it is %s', async (path, body, read) => {
    const error = await errorOf(read(answeredWith(body)))
    expect(error.kind).toBe('decode')
    expect(error.message).toMatch(new RegExp(`^${path} of \\S+ is missing`))
  })
})

const { conditions: noConditions } = JSON.parse(recordedFlow('v1', 1)).flow

describe('errors of invalid responses', () => {
  test.each([
    ['flow.exec_time', { exec_time: 42 }, 'is 42, not a string'],
    ['flow.owner', { owner: undefined }, 'is missing'],
    ['flow.msgs', { msgs: {} }, 'is an object, not a list'],
    ['flow.msgs[1]', { msgs: [{ '@type': '/a' }, 'b'] }, 'is "b", not an object'],
    ['flow.update_history[2]', { update_history: ['a', 'b', 0] }, 'is 0, not a string'],
    ['flow.configuration', { configuration: [] }, 'is a list, not an object'],
    [
      'flow.configuration.stop_on_failure',
      {
        configuration: { save_responses: true, updating_disabled: true, stop_on_success: false, stop_on_failure: 'no' },
      },
      'is "no", not a boolean',
    ],
    [
      'flow.conditions.comparisons[0].response_index',
      {
        conditions: {
          ...noConditions,
          comparisons: [
            { flow_id: '0', response_index: '0', response_key: '', value_type: '', operator: 'EQUAL', operand: '' },
          ],
        },
      },
      'is "0", not a number',
    ],
    ['flow.id', { id: 'abc' }, 'is "abc", not a uint64'],
  ])('the error names the wrong field %s', async (path, changes, problem) => {
    const { flow } = JSON.parse(recordedFlow('v1', 1))
    const client = answeredWith(JSON.stringify({ flow: { ...flow, ...changes } }))
    const error = await errorOf(client.flow({ id: 1 }))
    const url = 'https://lcd.test/intento/intent/v1/flow/1'
    expect(error).toMatchObject({ kind: 'decode', url, retryable: false })
    expect(error.message).toBe(`${path} of ${url} ${problem}. Check that the URL is an LCD of an Intento chain.`)
  })

  test('the error truncates long values', async () => {
    const { message } = await errorOf(answeredWith(JSON.stringify('x'.repeat(1_000_000))).params())
    expect(message.length).toBeLessThan(300)
  })
})

function recordedFlow(folder: Folder, id: number): string {
  const exchange = recording(folder, 'exchanges.json').find(({ request }) => request.path.endsWith(`/flow/${id}`))
  return exchange?.response.body ?? ''
}

/** Returns the JSON of a recorded flow with these messages, which can be larger or deeper than `JSON.stringify` supports. */
function flowText(msgs: string, changes: object = {}): string {
  return JSON.stringify({ ...recordedBodies().flow, ...changes, msgs: ['(messages)'] }).replace(
    '"(messages)"',
    () => msgs,
  )
}

function entryText(responses: string): string {
  return JSON.stringify({ ...recordedBodies().entry, msg_responses: ['(messages)'] }).replace(
    '"(messages)"',
    () => responses,
  )
}

describe('a number above 2^53 in a message', () => {
  const flowWith = (message: string) =>
    answeredWith(`{"flow":${flowText(message, { label: 'wasm: -12345678901234567891, ' })}}`).flow({ id: 1 })

  test('keeps its digits as a string, and all other values stay unchanged', async () => {
    const { label, msgs } =
      await flowWith(`{"@type":"/cosmwasm.wasm.v1.MsgExecuteContract","msg":{"buy":{"id":12345678901234567891,
      "list":[ -9007199254740993, 9007199254740991,1e30,0.12345678901234567891,"1234567890123456789012", 7],
      "text":"{\\"id\\":12345678901234567891}, \\\\" } } }`)
    expect(label).toBe('wasm: -12345678901234567891, ')
    expect(msgs[0]?.msg).toEqual({
      buy: {
        id: '12345678901234567891',
        list: ['-9007199254740993', 9007199254740991, '1e30', 0.12345678901234568, '1234567890123456789012', 7],
        text: '{"id":12345678901234567891}, \\',
      },
    })
  })

  test('keeps its digits in messages of all types, and in responses of runs', async () => {
    const message = '{"@type":"/x.Msg","list":[{"id":12345678901234567891}]}'
    const client = answeredWith(
      `{"history":[${entryText(message)},${entryText('{"@type":"/x.Msg"}')}],"pagination":{"next_key":null}}`,
    )
    const { history } = await client.flowHistory({ id: 1 })
    expect(history.map(({ msgResponses }) => msgResponses)).toEqual([
      [{ '@type': '/x.Msg', list: [{ id: '12345678901234567891' }] }],
      [{ '@type': '/x.Msg' }],
    ])
  })

  test('doesn’t hide that another message has too many levels', async () => {
    const deep = `{"@type":"/x.Msg","id":12345678901234567891,"value":${'['.repeat(600)}${']'.repeat(600)}}`
    const { msgs } = await flowWith(`${deep},{"@type":"/x.Msg","id":12345678901234567891}`)
    expect(msgs).toEqual([
      { '@type': '/x.Msg', '@tooDeep': true },
      { '@type': '/x.Msg', id: '12345678901234567891' },
    ])
  })
})

describe('a message with more than 500 levels', () => {
  const nested = (levels: number) => `${'{"a":['.repeat(levels / 2)}${']}'.repeat(levels / 2)}`
  const message = (levels: number) => `{"@type":"/x.Msg","sender":"into1sender","value":${nested(levels - 1)}}`
  const tooDeep = { '@type': '/x.Msg', '@tooDeep': true }

  test('is marked, and all other messages and flows are read', async () => {
    const flow = (id: number, levels: number) => flowText(`${message(3)},${message(levels)}`, { id: `${id}` })
    const client = answeredWith(
      `{"flows":[${[flow(1, 501), flow(2, 503), flow(3, 20_001), flow(4, 3)]}],"pagination":{"next_key":null,"total":"0"}}`,
    )
    const { flows } = await client.flows()
    const shallow = JSON.parse(message(3))
    expect(flows.map(({ msgs }) => msgs)).toEqual([
      [shallow, tooDeep],
      [shallow, tooDeep],
      [shallow, tooDeep],
      [shallow, shallow],
    ])
  })

  test('can be nested 500 levels deep without a mark', async () => {
    const text = `{"@type":"/x.Msg","value":${nested(498)}}`.replace('{"a":[]}', '{"a":[{}]}')
    const client = answeredWith(`{"flow":${flowText(text)}}`)
    expect((await client.flow({ id: 1 })).msgs).toEqual([JSON.parse(text)])
  })

  test('is marked in responses of runs too, so that they can be stored and sent', async () => {
    const client = answeredWith(`{"history":[${entryText(message(20_001))}],"pagination":{"next_key":null}}`)
    const page = await client.flowHistory({ id: 1 })
    expect(page.history[0]?.msgResponses).toEqual([tooDeep])
    expect(JSON.parse(JSON.stringify(page))).toEqual(page)
    expect(structuredClone(page)).toEqual(page)
  })
})
