import { fileURLToPath } from 'node:url'
import { chromium } from '../../tests/setup/chromium.js'
import { shared, unit } from '../../tests/setup/vitest.js'

const pathOf = (/** @type {string} */ file) => fileURLToPath(new URL(file, import.meta.url))

/** The export condition that resolves our packages to their source files. */
const source = '@flow-query/source'
/** The export conditions of a page. */
const page = ['module', 'browser', 'development|production']
/** Replaces the in-memory node with one behind a gateway. */
const throughGateway = [
  { find: /^@flow-query\/testing$/, replacement: pathOf('../gateway/test/through/testing.ts') },
  // With the export conditions of a page, the import is a file that only throws errors.
  { find: /^ws$/, replacement: pathOf('../gateway/node_modules/ws/wrapper.mjs') },
]

/**
 * Returns the Vitest options of a binding. The project `unit` has all tests, `floor` has those that depend on TanStack Query and
 * runs them with its oldest supported version, `gateway nightly` runs the contract with a gateway in front of the node, and `browser slow` runs
 * in Chromium.
 *
 * @param {object} binding
 * @param {string} binding.library the name of the framework's TanStack Query
 * @param {string} binding.globalSetup
 * @param {(options: object) => import('vitest/node').BrowserProviderOption} binding.playwright
 * @param {string[]} binding.dependencies the dependencies of the browser tests, which Vite bundles before they run
 * @param {import('vitest/config').ViteUserConfig['plugins']} [binding.plugins]
 * @param {{ page: string[], server: string[] }} [binding.conditions] more export conditions in jsdom
 * @param {boolean} [binding.isThroughGateway] whether the contract also runs with a gateway
 * @returns {import('vitest/config').ViteUserConfig}
 */
export function bindingConfig({
  library,
  globalSetup,
  playwright,
  dependencies,
  plugins = [],
  conditions = { page: [], server: [] },
  isThroughGateway = false,
}) {
  const all = { ...shared, setupFiles: ['test/setup.ts'], globalSetup }
  const jsdom = { ...all, environment: 'jsdom', isolate: false }
  const virtual = { ...jsdom, ...unit, setupFiles: [...unit.setupFiles, ...all.setupFiles] }
  const resolve = { conditions: [source, ...conditions.page] }
  const ssr = { resolve: { conditions: [source, ...conditions.server] } }
  // The global setup renders pages on a server.
  const environments = { __vitest__: ssr }
  return {
    test: {
      projects: [
        {
          plugins,
          resolve,
          ssr,
          environments,
          test: { ...virtual, include: ['{src,examples}/**/*.test.{ts,tsx}'] },
        },
        {
          plugins,
          resolve: { ...resolve, alias: { [library]: `${library}-floor` } },
          ssr,
          environments,
          test: {
            ...virtual,
            name: 'floor',
            include: ['src/{contract,forms,hydration,server,stores,suspense}.test.{ts,tsx}'],
          },
        },
        ...(isThroughGateway
          ? [
              {
                plugins,
                resolve: { ...resolve, alias: throughGateway },
                ssr,
                test: { ...virtual, name: 'gateway nightly', include: ['src/contract.test.{ts,tsx}'], globalSetup: [] },
              },
            ]
          : []),
        {
          plugins,
          resolve: { conditions: [source, ...page] },
          ssr,
          environments,
          optimizeDeps: { include: ['@flow-query/contract > @tanstack/query-persist-client-core', ...dependencies] },
          test: {
            ...all,
            name: 'browser slow',
            // jsdom covers everything else. Hydration depends on how a real browser parses the server's HTML.
            include: ['src/hydration.test.{ts,tsx}'],
            browser: {
              enabled: true,
              headless: true,
              screenshotFailures: false,
              provider: playwright({ launchOptions: chromium() }),
              instances: [{ browser: 'chromium' }],
            },
          },
        },
      ],
    },
  }
}
