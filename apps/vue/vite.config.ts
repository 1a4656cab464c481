import vue from '@vitejs/plugin-vue'
import { defaultClientConditions, defineConfig } from 'vite'

export default defineConfig({
  plugins: [vue()],
  // Our own packages are read from their source, so that nothing has to be built first.
  resolve: { conditions: ['@flow-query/source', ...defaultClientConditions] },
})
