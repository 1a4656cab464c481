import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// Compares the time of `flow-query --help` with that of an empty program. Both run in turns and each round has its own
// ratio, so the median ratio hardly depends on the machine and its load.

const rounds = 40
const program = fileURLToPath(new URL('../dist/cli.js', import.meta.url))
const empty = fileURLToPath(new URL('empty.js', import.meta.url))

const baseline = []
const help = []
const ratios = []
for (let round = 0; round < rounds; round++) {
  baseline.push(timeOf(empty))
  help.push(timeOf(program, '--help'))
  ratios.push(help[round] / baseline[round])
}

console.table([
  { 'empty program, ms': median(baseline), '--help, ms': median(help), ratio: median(ratios), 'at most': 1.5 },
])

function timeOf(...args) {
  const began = performance.now()
  spawnSync(process.execPath, args, { stdio: 'ignore' })
  return performance.now() - began
}

function median(numbers) {
  return Math.round([...numbers].sort((a, b) => a - b)[numbers.length >> 1] * 100) / 100
}
