import { isFlowQueryError, v1, v1beta1 } from '@flow-query/core'
import { runMcp } from './command.js'

// Registries of servers start this program. `flow-query mcp` has more options.
const { stdin, stdout, stderr, env } = process
const advice = 'Set FLOW_QUERY_LCD to the REST endpoint of a node, such as https://lcd.example.org'
const note = (text: string) => void stderr.write(`${text}\n`)
const [lcd, ...others] = (env.FLOW_QUERY_LCD ?? '').split(/[\s,]+/).filter(Boolean)
if (lcd === undefined) {
  note(advice)
  process.exitCode = 2
} else {
  // Only cache keys use the chain ID, and the server has no cache.
  const chain = { lcd: [lcd, ...others] as const, chainId: 'any', versions: [v1, v1beta1] }
  try {
    await runMcp(chain, {}, { stdin, stdout, note }, new AbortController().signal)
  } catch (error) {
    if (!isFlowQueryError(error, 'argument')) throw error
    note(`${error.shortMessage}. ${advice}`)
    process.exitCode = 2
  }
}
