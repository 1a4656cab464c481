import { mergeConfig } from 'vitest/config'
import config from './vitest.config.js'

/** Interrupts 100 syncs per database. Set `FLOW_QUERY_INTERRUPTIONS` for another number. */
export default mergeConfig(config, {
  test: {
    env: { FLOW_QUERY_INTERRUPTIONS: process.env.FLOW_QUERY_INTERRUPTIONS ?? '100' },
    include: ['src/databases/*.test.ts'],
    testNamePattern: 'continues after (interruptions|a full disk)',
    reporters: 'verbose',
  },
})
