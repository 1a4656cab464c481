import fc from 'fast-check'

/**
 * Property tests generate the same examples in every run, so that a failure comes from a change and not from chance.
 * `FLOW_QUERY_SEED=2` generates other examples.
 */
fc.configureGlobal({ seed: Number(process.env.FLOW_QUERY_SEED ?? 1) })
