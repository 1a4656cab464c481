import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// What `flow-query --help` takes next to a program that does nothing. Both take turns, and each round has its own ratio,
// so that the median of them hardly depends on the machine and on what else it does.

const rounds = 40
const program = fileURLToPath(new URL('../dist/cli.js', import.meta.url))
const empty = fileURLToPath(new URL('empty.js', import.meta.url))

const nothing = []
const help = []
const ratios = []
for (let round = 0; round < rounds; round++) {
  nothing.push(timeOf(empty))
  help.push(timeOf(program, '--help'))
  ratios.push(help[round] / nothing[round])
}

console.table([
  { 'empty program, ms': median(nothing), '--help, ms': median(help), ratio: median(ratios), 'at most': 1.5 },
])

function timeOf(...args) {
  const began = performance.now()
  spawnSync(process.execPath, args, { stdio: 'ignore' })
  return performance.now() - began
}

function median(numbers) {
  return Math.round([...numbers].sort((a, b) => a - b)[numbers.length >> 1] * 100) / 100
}
