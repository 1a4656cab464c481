import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromium } from '../../scripts/chromium.js'

/** Reads our packages from their sources. */
const source = '@flow-query/source'

/** The same scenarios run in both projects. */
const scenarios = {
  include: ['{src,examples}/**/*.test.tsx'],
  setupFiles: 'test/setup.ts',
  globalSetup: 'test/server.tsx',
  testTimeout: 30_000,
}

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { conditions: [source] },
        ssr: { resolve: { conditions: [source] } },
        test: {
          ...scenarios,
          name: 'jsdom',
          environment: 'jsdom',
        },
      },
      {
        resolve: { conditions: [source, 'module', 'browser', 'development|production'] },
        ssr: { resolve: { conditions: [source] } },
        optimizeDeps: {
          include: [
            '@tanstack/query-persist-client-core',
            '@tanstack/react-query',
            '@testing-library/react',
            'react',
            'react-dom/client',
            'react-dom/server',
            'react/jsx-dev-runtime',
          ],
        },
        test: {
          ...scenarios,
          name: 'browser',
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: await chromium() }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
