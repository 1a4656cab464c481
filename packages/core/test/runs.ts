/** Returns the number of examples for an expensive property test. `FLOW_QUERY_RUNS=5` runs five times as many. */
export const runs = (count: number): number => count * Number(process.env.FLOW_QUERY_RUNS ?? 1)
