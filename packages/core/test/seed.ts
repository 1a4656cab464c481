import fc from 'fast-check'

/**
 * Property tests generate the same examples in every run, so a failure is always caused by a change in the code.
 * `FLOW_QUERY_SEED=2` generates other examples.
 */
fc.configureGlobal({ seed: Number(process.env.FLOW_QUERY_SEED ?? 1) })
