import { expect, test } from 'vitest'
import { runInTerminal } from '../test/run.js'

const npmRun = { npm_lifecycle_event: 'cli', npm_lifecycle_script: 'node scripts/cli.js' }
const npx = { npm_lifecycle_event: 'npx', npm_lifecycle_script: 'flow-query' }

test.each([
  ['npm run cli --', npmRun],
  ['npx @flow-query/cli', npx],
  ['flow-query', {}],
  ['flow-query', { npm_lifecycle_event: 'cli', npm_lifecycle_script: 'another program' }],
])('printed commands start with %s, as the user typed it', async (name, env) => {
  const screenOf = async (...args: string[]) => (await runInTerminal(80, args, { NO_COLOR: '1', ...env })).screen
  expect(await screenOf()).toContain(`\n  ${name} failing --embedded`)
  expect(await screenOf('flow', '--help')).toContain(`\n  ${name} flow 14 --embedded`)
  expect(await screenOf('flow')).toContain(`For help, run: ${name} flow --help`)
  expect(await screenOf('flow', '99999', '--embedded')).toContain(`run: ${name} flows --reverse --limit 5 --embedded`)
  expect(await screenOf('burnt', '--embedded')).toContain(`run: ${name} params --embedded`)
  expect(await screenOf('params', '--lcd', 'http://127.0.0.1:9')).toContain(
    `run: ${name} check-node http://127.0.0.1:9`,
  )
})
