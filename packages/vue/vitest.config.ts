import vue from '@vitejs/plugin-vue'
import { playwright } from '@vitest/browser-playwright'
import { bindingConfig } from '../contract/vitest.js'

export default bindingConfig({
  library: '@tanstack/vue-query',
  globalSetup: 'test/server.ts',
  playwright,
  dependencies: ['@tanstack/vue-query', '@testing-library/vue', 'vue', 'vue/server-renderer'],
  plugins: [vue()],
})
