import fc from 'fast-check'

/** The seed of all random values in tests. `FLOW_QUERY_SEED=2` selects another one. */
export const seed = Number(process.env.FLOW_QUERY_SEED ?? 1)

fc.configureGlobal({ seed })
