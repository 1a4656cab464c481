import { defineConfig } from 'vitest/config'

// The demo is plain JavaScript over built packages, and is tested as such.
export default defineConfig({ test: { include: ['*.test.js'], testTimeout: 30_000 } })
