import { defineConfig } from 'vitest/config'
import { shared } from '../../tests/setup/vitest.js'

// The demo is plain JavaScript that uses the built packages. `npm run demo` builds them if they have changed.
export default defineConfig({ test: { ...shared, name: 'slow', include: ['*.slow.test.js'] } })
