import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { ESLint } from 'eslint'

async function rulesBrokenBy(file) {
  const [{ messages }] = await new ESLint().lintFiles(file)
  return messages.map(({ ruleId }) => ruleId).sort()
}

test('what the READMEs show breaks no rule', async () => {
  deepEqual(await rulesBrokenBy('label.jsx'), [])
})

test('mistakes are found around our hooks too', async () => {
  deepEqual(await rulesBrokenBy('wrong.jsx'), ['@tanstack/query/exhaustive-deps', 'react-hooks/rules-of-hooks'])
})
