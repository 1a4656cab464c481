import { svelte } from '@sveltejs/vite-plugin-svelte'
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
        plugins: [svelte({ configFile: false })],
        resolve: { conditions: [source, 'module', 'browser', 'development|production'] },
        ssr: { resolve: { conditions: [source, 'module', 'node', 'development|production'] } },
        test: {
          ...scenarios,
          name: 'jsdom',
          environment: 'jsdom',
        },
      },
      {
        oxc,
        plugins: [svelte({ configFile: false })],
        resolve: {
          conditions: [source, 'module', 'browser', 'development|production'],
          alias: { '@tanstack/svelte-query': '@tanstack/svelte-query-floor' },
        },
        ssr: { resolve: { conditions: [source, 'module', 'node', 'development|production'] } },
        test: {
          ...scenarios,
          name: 'floor',
          include: ['src/{contract,forms,server,stores}.test.ts'],
          environment: 'jsdom',
        },
      },
      {
        oxc,
        plugins: [svelte({ configFile: false })],
        resolve: { conditions: [source, 'module', 'browser', 'development|production'] },
        ssr: { resolve: { conditions: [source, 'module', 'node', 'development|production'] } },
        test: {
          ...scenarios,
          name: 'browser',
          // A page renders no page for a server: Svelte compiles a component for the one or the other.
          exclude: ['src/server.test.ts'],
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
