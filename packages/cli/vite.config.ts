import { defineConfig } from 'vite'

/** One program. Our own packages are published beside it, and stay outside. */
export default defineConfig({
  // The one is the other with types.
  resolve: { alias: { '@commander-js/extra-typings': 'commander' } },
  build: {
    ssr: 'src/cli.ts',
    target: 'node20',
    rolldownOptions: {
      external: /^@flow-query\//,
      output: { chunkFileNames: '[name].js' },
    },
  },
})
