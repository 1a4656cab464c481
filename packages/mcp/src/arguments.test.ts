import { createLcd, flow } from '@flow-query/testing'
import fc from 'fast-check'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { type Assistant, assistantOf } from '../test/ask.js'
import { argumentSchemaOf, convertArguments } from './arguments.js'

const schema = argumentSchemaOf(
  z.object({
    id: z.union([z.string(), z.int()]),
    search: z.string().optional(),
    limit: z.int().optional(),
    ids: z.array(z.union([z.string(), z.int()])).optional(),
    sort: z.enum(['newest', 'nextRun']).optional(),
    all: z.boolean().optional(),
    filter: z.object({ hours: z.number().optional() }).optional(),
  }),
)

test.each([
  [{ search: null, limit: null, ids: null, unknown: null }, {}],
  [{ search: '', limit: ' ', ids: '', sort: 'null' }, {}],
  [{ search: 'null' }, { search: 'null' }],
  [{ id: null }, {}],
  [{ id: '' }, { id: '' }],
  [{ id: 3 }, { id: '3' }],
  [{ id: ['3'] }, { id: '3' }],
  [{ id: 2 ** 53 }, { id: 2 ** 53 }],
  [{ id: { a: [1] } }, { id: '{"a":[1]}' }],
  [
    { search: 7, all: 'TRUE' },
    { search: '7', all: true },
  ],
  [{ all: 'false' }, { all: false }],
  [{ limit: '3' }, { limit: 3 }],
  [{ limit: ' 3.0 ' }, { limit: 3 }],
  [{ limit: [3] }, { limit: 3 }],
  [{ limit: 'three' }, { limit: 'three' }],
  [{ limit: '0x10' }, { limit: '0x10' }],
  [{ ids: '1,2' }, { ids: ['1', '2'] }],
  [{ ids: '1 2' }, { ids: ['1', '2'] }],
  [{ ids: '["1","2"]' }, { ids: ['1', '2'] }],
  [{ ids: '[1, 2]' }, { ids: ['1', '2'] }],
  [{ ids: "['1', '2']" }, { ids: ['1', '2'] }],
  [{ ids: '1' }, { ids: ['1'] }],
  [{ ids: 1 }, { ids: ['1'] }],
  [{ ids: [1, null, '2'] }, { ids: ['1', '2'] }],
  [{ sort: 'Next_Run' }, { sort: 'nextRun' }],
  [{ sort: 'oldest' }, { sort: 'oldest' }],
  [{ filter: '{"hours":"3"}' }, { filter: { hours: 3 } }],
  [
    { SORT: 'newest', 'i-d': 1 },
    { sort: 'newest', id: '1' },
  ],
  [
    { id: 1, ID: 2 },
    { id: '1', ID: 2 },
  ],
  [
    { id: [null], search: [''], limit: [['3']], ids: [[null], 1], all: [] },
    { limit: 3, ids: ['1'] },
  ],
  [{ toString: 1 }, { toString: 1 }],
] as const)('%j becomes %j', (sent, converted) => {
  expect(convertArguments(sent, schema)).toEqual(converted)
})

test('valid arguments stay unchanged, and any arguments can be converted', () => {
  const valid = {
    id: '1',
    search: 'a, b',
    limit: 3,
    ids: ['1', '2'],
    sort: 'newest',
    all: false,
    filter: { hours: 1.5 },
  }
  expect(convertArguments(valid, schema)).toEqual(valid)
  const name = fc.constantFrom(...Object.keys(valid), '__proto__', 'constructor', 'x')
  fc.assert(
    fc.property(fc.dictionary(name, fc.oneof(fc.jsonValue(), fc.json())), sent => {
      const once = convertArguments(sent, schema)
      expect(convertArguments(once, schema)).toEqual(once)
    }),
  )
})

describe('all tools', () => {
  let assistant: Assistant
  beforeEach(async () => {
    const lcd = createLcd({ flows: [flow({}), flow({}), flow({})] })
    assistant = await assistantOf(lcd)
    onTestFinished(() => assistant.close())
  })

  const required: { [name: string]: unknown } = { id: 1, ids: [1, 2], error: 'out of gas', draft: '{}' }

  test('accept null and empty text for optional arguments, and numbers as text', async () => {
    const { tools } = await assistant.client.listTools()
    const calls = tools.flatMap(({ name: tool, inputSchema }) => {
      const own = inputSchema.required ?? []
      const usual = Object.fromEntries(own.map(name => [name, required[name]]))
      const properties = Object.entries(inputSchema.properties ?? {}) as [string, { type?: string }][]
      const least = tool === 'propose_fix' ? { id: 1 } : {}
      return properties.flatMap(([name, { type }]) => [
        ...(own.includes(name) ? [] : [{ tool, args: { ...usual, ...least, [name]: null } }]),
        ...(own.includes(name) ? [] : [{ tool, args: { ...usual, ...least, [name]: '' } }]),
        ...(type === 'integer' || type === 'number' ? [{ tool, args: { ...usual, [name]: '3' } }] : []),
      ])
    })
    expect(calls.length).toBeGreaterThan(70)
    const refused: unknown[] = []
    for (const { tool, args } of calls) {
      const { isError, text } = await assistant.ask(tool, args)
      // A tool that needs one of two arguments says so, and a draft can be wrong.
      if (isError && /` is invalid|` is required|no argument/.test(text) && !/draft is required/.test(text))
        refused.push([tool, args, text])
    }
    expect(refused).toEqual([])
  })

  test('accept a draft as an object or as text', async () => {
    const draft = {
      owner: flow({}).owner,
      label: 'Pay rent',
      msgs: Array.from({ length: 9 }, () => ({
        '@type': '/cosmos.bank.v1beta1.MsgSend',
        from_address: flow({}).owner,
        to_address: flow({}).owner,
        amount: [{ denom: 'uinto', amount: '5' }],
      })),
      duration: '7200s',
      interval: '3600s',
      start_at: '0',
    }
    for (const tool of ['check_flow', 'propose_fix']) {
      const [asObject, asText] = await Promise.all(
        [draft, JSON.stringify(draft)].map(sent => assistant.ask(tool, { draft: sent })),
      )
      expect(asObject).toMatchObject({ isError: false })
      expect(asObject?.data).toEqual(asText?.data)
    }
  })

  test.each([['1,2'], ['["1","2"]'], ['[1, 2]'], [[1, '2']]])('accept the list %j', async ids => {
    for (const tool of ['compare_flows', 'forecast'])
      expect(await assistant.ask(tool, { ids })).toMatchObject({ isError: false })
  })

  test('refuse arguments that are nested too deeply', async () => {
    let deep: unknown = 1
    for (let level = 0; level < 4_900; level++) deep = [deep, 1]
    expect(await assistant.ask('check_flow', { draft: deep })).toMatchObject({ isError: true })
    expect(await assistant.ask('find_flows', { limit: deep })).toMatchObject({ isError: true })
  })
})
