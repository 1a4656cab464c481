import { svelte } from '@sveltejs/vite-plugin-svelte'
import { playwright } from '@vitest/browser-playwright'
import { bindingConfig } from '../contract/vitest.js'

export default bindingConfig({
  library: '@tanstack/svelte-query',
  globalSetup: 'test/server.ts',
  playwright,
  dependencies: [],
  plugins: [svelte({ configFile: false })],
  conditions: {
    page: ['module', 'browser', 'development|production'],
    server: ['module', 'node', 'development|production'],
  },
})
