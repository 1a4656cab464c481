/**
 * Returns the number of examples for an expensive property test: a quarter of `count`, and all of them in CI. `FLOW_QUERY_RUNS=5` runs
 * five times as many as CI.
 */
export const runs = (count: number): number =>
  Math.ceil(count * Number(process.env.FLOW_QUERY_RUNS ?? (process.env.CI ? 1 : 1 / 4)))
