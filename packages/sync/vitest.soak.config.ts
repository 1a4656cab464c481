import { mergeConfig } from 'vitest/config'
import config from './vitest.config.js'

/** Syncs ended at a hundred points, or as many as are asked for, into each engine. */
export default mergeConfig(config, {
  test: {
    env: { FLOW_QUERY_INTERRUPTIONS: process.env.FLOW_QUERY_INTERRUPTIONS ?? '100' },
    include: ['src/databases/*.test.ts'],
    testNamePattern: 'ended anywhere|a disk that is full',
    reporters: 'verbose',
  },
})
