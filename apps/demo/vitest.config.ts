import { defineConfig } from 'vitest/config'
import { shared } from '../../tests/setup/vitest.js'

const slow = '*.slow.test.js'

// The demo is plain JavaScript that uses the built packages. `npm run demo` builds them if they have changed.
export default defineConfig({
  test: {
    ...shared,
    projects: [
      { extends: true, test: { name: 'fast', include: ['*.test.js'], exclude: [slow] } },
      { extends: true, test: { name: 'slow', include: [slow] } },
    ],
  },
})
