import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromium } from '../../scripts/chromium.js'

/** Reads our packages from their sources. */
const source = '@flow-query/source'

/** The same scenarios run in every project. */
const scenarios = {
  include: ['{src,examples}/**/*.test.{ts,tsx}'],
  setupFiles: 'test/setup.ts',
  globalSetup: 'test/server.tsx',
  testTimeout: 120_000,
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
        resolve: { conditions: [source], alias: { '@tanstack/react-query': '@tanstack/react-query-floor' } },
        ssr: { resolve: { conditions: [source] } },
        test: {
          ...scenarios,
          name: 'floor',
          include: ['src/{contract,hydration,server,suspense}.test.tsx'],
          environment: 'jsdom',
        },
      },
      {
        resolve: { conditions: [source, 'module', 'browser', 'development|production'] },
        ssr: { resolve: { conditions: [source] } },
        optimizeDeps: {
          include: [
            '@flow-query/contract > @tanstack/query-persist-client-core',
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
          // Bundles, as a server does.
          exclude: ['src/rsc.test.ts'],
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
