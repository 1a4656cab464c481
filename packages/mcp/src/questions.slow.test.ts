import { createDemoLcd } from '@flow-query/testing/demo'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Assistant, assistantOf } from '../test/ask.js'
import { questions } from '../test/questions.js'

const now = () => Date.parse('2026-11-21T12:00:00Z')
let assistant: Assistant
beforeAll(async () => {
  assistant = await assistantOf(createDemoLcd({ clock: now }), { now })
})
afterAll(() => assistant.close())

test('there are 22 questions, and they use all tools', async () => {
  const { tools } = await assistant.client.listTools()
  const used = new Set(questions.flatMap(({ calls }) => calls.map(([tool]) => tool)))
  expect(questions).toHaveLength(22)
  expect([...used].sort()).toEqual(tools.map(({ name }) => name).sort())
})

test.each(questions)('$question', async ({ calls, answer }) => {
  let replies = ''
  for (const [tool, args] of calls) replies += (await assistant.ask(tool, args)).text
  for (const text of answer) expect(replies).toContain(text)
})
