import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'

export default defineConfig({
  // Static file servers can send the compressed files.
  plugins: [react(), compression({ algorithms: [defineAlgorithm('brotliCompress')] })],
  // Uses the source of the packages in this repository, so that they don't have to be built first.
  resolve: { conditions: ['@flow-query/source', ...defaultClientConditions] },
  // One chunk contains everything that all pages and the list of flows need, because many small chunks compress worse.
  build: {
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'start', test: /src\/(main|pages\/FlowsPage)\.tsx$/ }] } },
    },
  },
})
