import { readdirSync, readFileSync } from 'node:fs'
import { createFlowClient } from '@flow-query/core'
import { createLcd, stateFromRecording } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { price } from '../examples/denoms.js'
import { summary } from '../examples/flow.js'
import { firstLines } from '../examples/health.js'
import { whatHelps } from '../examples/problem.js'
import * as words from './index.js'

const home = new URL('../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, home), 'utf8')

test('what the package exports', () => {
  expect(Object.keys(words).sort()).toMatchInlineSnapshot(`
    [
      "ago",
      "balanceDenom",
      "coinsIn",
      "describeAgentFee",
      "describeFlow",
      "describeHealth",
      "describeInterval",
      "describeMessage",
      "describeMessages",
      "describeNextRun",
      "describeNextRuns",
      "describeParams",
      "describeRules",
      "describeSchedule",
      "describeStop",
      "describeSummary",
      "explainExecution",
      "explainHealth",
      "explainMissingAccount",
      "explainProblem",
      "formatAmount",
      "formatAmounts",
      "formatCount",
      "formatDelay",
      "formatDuration",
      "formatList",
      "formatMilliseconds",
      "formatNumber",
      "formatRelativeTime",
      "formatTime",
      "innerMessages",
      "knownDenoms",
      "nameHealth",
      "nameProblem",
      "needsAttention",
      "noConditions",
      "outcomeNames",
      "phraseText",
      "shortenAddress",
      "splitAmount",
      "statusMeanings",
      "statusNames",
    ]
  `)
})

test('nothing but core is needed, of its insights only the types, and nothing of a page or of Node', () => {
  const sources = readdirSync(new URL('src', home)).filter(name => /(?<!\.test)\.ts$/.test(name))
  const imported = sources.flatMap(name =>
    Array.from(
      read(`src/${name}`).matchAll(/^(?!import type .*\/insights').*from '([^.][^']*)'/gm),
      ([, module]) => module,
    ),
  )
  expect(new Set(imported)).toEqual(new Set(['@flow-query/core']))
  expect(Object.keys(JSON.parse(read('package.json')).dependencies)).toEqual(['@flow-query/core'])
})

describe('README', () => {
  test.each(readdirSync(new URL('examples', home)))('shows %s word for word', file => {
    expect(read('README.md')).toContain(`\`\`\`ts\n${read(`examples/${file}`)}\`\`\`\n`)
  })

  const recorded = import.meta.resolve('@flow-query/testing/recordings/v1-interchain/state.json')
  const state = stateFromRecording(JSON.parse(readFileSync(new URL(recorded), 'utf8')))
  const lcd = createLcd({ state })
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })

  test('what a flow is', async () => {
    const comments = Array.from(read('examples/flow.ts').matchAll(/, \/\/ (.*)/g), ([, said]) => said)
    expect(comments).toHaveLength(5)
    expect(summary(await client.flow({ id: 12 }), lcd.now()).slice(0, 5)).toEqual(comments)
  })

  test('what helps', async () => {
    const [, said = ''] = /```\n(Nothing .*)\n```/.exec(read('README.md')) ?? []
    const { feeAddress } = await client.flow({ id: 8 })
    expect(await whatHelps(client, '8')).toEqual([said.replace('into1…', feeAddress)])
    expect(await whatHelps(client, '9')).toEqual([])
  })

  test('how it is', async () => {
    const [, said = ''] = /```\n(Stopped: .*?)\n```/s.exec(read('README.md')) ?? []
    expect((await firstLines(client, '16', lcd.now())).join('\n')).toBe(said)
  })

  test('denoms', () => {
    expect(price).toBe('1.25 ATOM')
  })

  test('every function is in its table', () => {
    for (const name of Object.keys(words)) expect(read('README.md')).toContain(`\`${name}`)
  })
})
