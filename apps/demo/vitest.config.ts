import { defineConfig } from 'vitest/config'

// The demo is plain JavaScript over built packages, and is tested as such. Where those changed, it builds them first.
export default defineConfig({ test: { include: ['*.test.js'], testTimeout: 60_000 } })
