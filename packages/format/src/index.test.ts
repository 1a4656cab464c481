import { readdirSync, readFileSync } from 'node:fs'
import { createFlowClient } from '@flow-query/core'
import { chainTimeAt, createLcd, stateFromRecording } from '@flow-query/testing'
import { describe, expect, test, vi } from 'vitest'
import { price } from '../examples/denoms.js'
import { summary } from '../examples/flow.js'
import { firstLines } from '../examples/health.js'
import { whatHelps } from '../examples/problem.js'
import * as words from './index.js'

const home = new URL('../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, home), 'utf8')

test('imports only core at run time, and of insights only types', () => {
  const sources = readdirSync(new URL('src', home), { recursive: true, encoding: 'utf8' }).filter(name =>
    /(?<!\.test)\.ts$/.test(name),
  )
  const imported = sources.flatMap(name => {
    const code = read(`src/${name}`).replace(/^import type [^']*'[^']*'/gm, '')
    return Array.from(code.matchAll(/from '([^.][^']*)'/g), ([, module]) => module)
  })
  expect(imported.filter(module => !/^@flow-query\/core(\/|$)/.test(module ?? ''))).toEqual([])
  expect(Object.keys(JSON.parse(read('package.json')).dependencies)).toEqual([
    '@flow-query/core',
    '@flow-query/insights',
  ])
})

describe('the guide', () => {
  const guide = read('../../apps/docs/pages/guides/format.md')

  const state = stateFromRecording(JSON.parse(read('../testing/recordings/v1-interchain/state.json')))
  const lcd = createLcd({ state })
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })

  test('shows the description of a flow', async () => {
    const comments = Array.from(read('examples/flow.ts').matchAll(/, \/\/ (.*)/g), ([, text]) => text)
    expect(comments).toHaveLength(5)
    expect(summary(await client.flow({ id: 12 }), chainTimeAt(lcd.now())).slice(0, 5)).toEqual(comments)
  })

  test('shows the advice for an empty fee account', async () => {
    const [, expected = ''] = /```\n(Insufficient .*)\n```/.exec(guide) ?? []
    const { feeAddress } = await client.flow({ id: 8 })
    expect(await whatHelps(client, '8')).toEqual([expected.replace('into1…', feeAddress)])
    expect(await whatHelps(client, '9')).toEqual([])
  })

  test('shows the explanation of a stopped flow', async () => {
    const [, expected = ''] = /```\n(Stopped: .*?)\n```/s.exec(guide) ?? []
    vi.setSystemTime(lcd.now())
    expect((await firstLines(client, '16')).join('\n')).toBe(expected)
  })

  test('formats an amount in another denom', () => {
    expect(price).toBe('1.25 ATOM')
  })

  test('lists exactly the exports of the package', () => {
    const rows = Array.from(guide.matchAll(/^\| (`.*?) \|/gm), ([, cell = '']) => cell)
    const names = rows.flatMap(cell => Array.from(cell.matchAll(/`(\w+)/g), ([, name]) => name))
    expect(names.sort()).toEqual(Object.keys(words).sort())
  })
})
