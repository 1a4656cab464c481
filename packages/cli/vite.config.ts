import { defineConfig } from 'vite'

/** One program, in which the explorers' words are, as their package is not published. What is published stays outside. */
export default defineConfig({
  resolve: { conditions: ['@flow-query/source'] },
  ssr: { noExternal: ['@flow-query/explorer-kit'] },
  build: {
    ssr: 'src/cli.ts',
    target: 'node20',
    rolldownOptions: {
      external: /^@flow-query\/(core|testing)/,
      output: { chunkFileNames: '[name].js' },
    },
  },
})
