#!/usr/bin/env node
import { v1, v1beta1 } from '@flow-query/core'
import { runMcp } from './command.js'

// Registries of servers start this program. `flow-query mcp` has more options.
const { stdin, stdout, stderr, env } = process
const { FLOW_QUERY_LCD: lcd } = env
if (lcd) {
  const note = (text: string) => void stderr.write(`${text}\n`)
  await runMcp({ lcd, versions: [v1, v1beta1] }, {}, { stdin, stdout, note }, new AbortController().signal)
} else {
  stderr.write('Set FLOW_QUERY_LCD to the REST endpoint of a node, such as https://lcd.example.org\n')
  process.exitCode = 2
}
