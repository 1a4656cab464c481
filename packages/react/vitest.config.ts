import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromium } from '../../scripts/chromium.js'
import { reporting } from '../../scripts/vitest.js'

/** The export condition that resolves our packages to their source files. */
const source = '@flow-query/source'

const shared = {
  setupFiles: 'test/setup.ts',
  globalSetup: 'test/server.tsx',
  testTimeout: 120_000,
}

export default defineConfig({
  test: {
    ...reporting,
    projects: [
      {
        resolve: { conditions: [source] },
        ssr: { resolve: { conditions: [source] } },
        test: {
          ...shared,
          name: 'jsdom',
          include: ['{src,examples}/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          isolate: false,
        },
      },
      {
        resolve: { conditions: [source], alias: { '@tanstack/react-query': '@tanstack/react-query-floor' } },
        ssr: { resolve: { conditions: [source] } },
        test: {
          ...shared,
          name: 'floor',
          include: ['src/{contract,hydration,server,suspense}.test.tsx'],
          environment: 'jsdom',
          isolate: false,
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
          ...shared,
          name: 'browser',
          // jsdom covers everything else. Hydration depends on how a real browser parses the server's HTML.
          include: ['src/hydration.test.tsx'],
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
