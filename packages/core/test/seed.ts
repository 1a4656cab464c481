import fc from 'fast-check'

/** The same examples in every run, so that what fails is the change and not the day; `SEED=2 npx vitest run` tries others. */
fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) })
