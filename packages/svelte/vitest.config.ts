import { svelte } from '@sveltejs/vite-plugin-svelte'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromium } from '../../scripts/chromium.js'
import { reporting } from '../../scripts/vitest.js'

/** The export condition that resolves our packages to their source files. */
const source = '@flow-query/source'

const shared = {
  setupFiles: 'test/setup.ts',
  globalSetup: 'test/server.ts',
  testTimeout: 120_000,
}

export default defineConfig({
  test: {
    ...reporting,
    projects: [
      {
        plugins: [svelte({ configFile: false })],
        resolve: { conditions: [source, 'module', 'browser', 'development|production'] },
        ssr: { resolve: { conditions: [source, 'module', 'node', 'development|production'] } },
        test: {
          ...shared,
          name: 'jsdom',
          include: ['{src,examples}/**/*.test.ts'],
          environment: 'jsdom',
          isolate: false,
        },
      },
      {
        plugins: [svelte({ configFile: false })],
        resolve: {
          conditions: [source, 'module', 'browser', 'development|production'],
          alias: { '@tanstack/svelte-query': '@tanstack/svelte-query-floor' },
        },
        ssr: { resolve: { conditions: [source, 'module', 'node', 'development|production'] } },
        test: {
          ...shared,
          name: 'floor',
          include: ['src/{contract,forms,hydration,server,stores}.test.ts'],
          environment: 'jsdom',
          isolate: false,
        },
      },
      {
        plugins: [svelte({ configFile: false })],
        resolve: { conditions: [source, 'module', 'browser', 'development|production'] },
        ssr: { resolve: { conditions: [source, 'module', 'node', 'development|production'] } },
        test: {
          ...shared,
          name: 'browser',
          // jsdom covers everything else. Hydration depends on how a real browser parses the server's HTML.
          include: ['src/hydration.test.ts'],
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
