import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'

export default defineConfig({
  // Servers of static files hand out the compressed ones.
  plugins: [react(), compression({ algorithms: [defineAlgorithm('brotliCompress')] })],
  // Our own packages are read from their source, so that nothing has to be built first.
  resolve: { conditions: ['@flow-query/source', ...defaultClientConditions] },
})
