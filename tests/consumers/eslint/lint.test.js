import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { ESLint } from 'eslint'

async function rulesBrokenBy(file) {
  const [{ messages }] = await new ESLint().lintFiles(file)
  return messages.map(({ ruleId }) => ruleId).sort()
}

test('code as in the READMEs passes ESLint', async () => {
  deepEqual(await rulesBrokenBy('label.jsx'), [])
})

test('ESLint finds mistakes in the use of our hooks', async () => {
  deepEqual(await rulesBrokenBy('wrong.jsx'), ['@tanstack/query/exhaustive-deps', 'react-hooks/rules-of-hooks'])
})
