import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { seed as seedOfDate } from '../../setup/seed.js'
import { keptSeeds } from './kept-seeds.js'
import type { Log } from './log.js'
import { simulate } from './simulate.js'

/** The tests are split into this many files, so that they run in parallel. */
const parts = 2

/** Defines the tests of one part: the seeds that have failed, and new ones for each day. `npm run simulate` chooses others. */
export function testSeeds(part: number): void {
  const { FLOW_QUERY_SIMULATION: replayed, FLOW_QUERY_SEEDS: count = '20' } = process.env
  if (replayed !== undefined) {
    testSeed(Number(replayed))
    return
  }
  for (const { seed, reason } of keptSeeds.filter((_, index) => index % parts === part)) testSeed(seed, reason)
  for (let index = part; index < Number(count); index += parts) testSeed((seedOfDate * 100_000 + index) % 2 ** 31)
}

function testSeed(seed: number, reason?: string): void {
  test(`seed ${seed}${reason === undefined ? '' : `: ${reason}`}`, async () => {
    const { problems, log } = await simulate(seed)
    if (problems.length > 0) expect.fail(describeFailure(seed, problems, log))
  })
}

function describeFailure(seed: number, problems: readonly string[], log: Log): string {
  const file = join(import.meta.dirname, '..', 'reports', `seed-${seed}.log`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, log.lines.join('\n'))
  return [
    `Replay: npm run simulate -- --seed ${seed}`,
    ...problems,
    'The newest steps:',
    ...log.steps.slice(-30),
    `The whole log is in ${file}`,
  ].join('\n')
}
