import vue from '@vitejs/plugin-vue'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromium } from '../../scripts/chromium.js'

/** Reads our packages from their sources. */
const source = '@flow-query/source'

/** What is quoted of a site is text: how it is to be compiled stands in files that are there once it is built. */
const oxc = { exclude: [/\.js$/, /\/apps\//] }

/** The same scenarios run in every project. */
const scenarios = {
  include: ['{src,examples}/**/*.test.ts'],
  setupFiles: 'test/setup.ts',
  globalSetup: 'test/server.ts',
  testTimeout: 120_000,
}

export default defineConfig({
  test: {
    projects: [
      {
        oxc,
        plugins: [vue()],
        resolve: { conditions: [source] },
        ssr: { resolve: { conditions: [source] } },
        test: {
          ...scenarios,
          name: 'jsdom',
          environment: 'jsdom',
        },
      },
      {
        oxc,
        plugins: [vue()],
        resolve: { conditions: [source], alias: { '@tanstack/vue-query': '@tanstack/vue-query-floor' } },
        ssr: { resolve: { conditions: [source] } },
        test: {
          ...scenarios,
          name: 'floor',
          include: ['src/{contract,forms,hydration,server,suspense}.test.ts'],
          environment: 'jsdom',
        },
      },
      {
        oxc,
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
