// Simulates the whole system with random faults. `--seed N` replays one seed, and `--seeds N` runs N seeds of today.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const root = join(import.meta.dirname, '..', '..')
const { values } = parseArgs({ options: { seed: { type: 'string' }, seeds: { type: 'string' } } })
for (const [name, value] of Object.entries(values))
  if (!/^[1-9]\d*$/.test(value)) {
    console.error(`--${name} must be a positive integer, got ${value}.`)
    process.exit(1)
  }
const env = {
  ...process.env,
  ...(values.seed && { FLOW_QUERY_SIMULATION: values.seed }),
  FLOW_QUERY_SEEDS: values.seeds ?? '100',
}
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
// One file runs the replayed seed.
const args = [vitest, 'run', '--project=simulation unit', ...(values.seed ? ['seeds-1'] : [])]
const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
process.exitCode = status ?? 1
