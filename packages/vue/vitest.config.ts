import vue from '@vitejs/plugin-vue'
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
        plugins: [vue()],
        resolve: { conditions: [source] },
        ssr: { resolve: { conditions: [source] } },
        test: {
          ...shared,
          name: 'jsdom',
          include: ['{src,examples}/**/*.test.ts'],
          environment: 'jsdom',
          isolate: false,
        },
      },
      {
        plugins: [vue()],
        resolve: { conditions: [source], alias: { '@tanstack/vue-query': '@tanstack/vue-query-floor' } },
        ssr: { resolve: { conditions: [source] } },
        test: {
          ...shared,
          name: 'floor',
          include: ['src/{contract,forms,hydration,server,suspense}.test.ts'],
          environment: 'jsdom',
          isolate: false,
        },
      },
      {
        plugins: [vue()],
        resolve: { conditions: [source, 'module', 'browser', 'development|production'] },
        ssr: { resolve: { conditions: [source] } },
        optimizeDeps: {
          include: [
            '@flow-query/contract > @tanstack/query-persist-client-core',
            '@tanstack/vue-query',
            '@testing-library/vue',
            'vue',
            'vue/server-renderer',
          ],
        },
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
