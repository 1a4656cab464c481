import { defineConfig } from 'vitest/config'
import { seed } from '../../tests/setup/vitest.js'
import config, { real } from './vitest.config.js'

const { projects: _, ...shared } = config.test ?? {}

/** Interrupts 100 syncs per database. Set `FLOW_QUERY_INTERRUPTIONS` for another number. */
export default defineConfig({
  ...config,
  test: {
    ...shared,
    ...real,
    setupFiles: [seed],
    env: { FLOW_QUERY_INTERRUPTIONS: process.env.FLOW_QUERY_INTERRUPTIONS ?? '100' },
    include: ['src/databases/*.{slow,server}.test.ts'],
    testNamePattern: 'continues after (interruptions|a full disk)',
    reporters: 'verbose',
  },
})
