import { readFileSync } from 'node:fs'
import { defineConfig, type Plugin } from 'vite'

/** Bundles the program. The flow-query packages are external because they are dependencies of the published package. */
export default defineConfig({
  // extra-typings only adds types to commander.
  resolve: { alias: { '@commander-js/extra-typings': 'commander' } },
  plugins: [swaggerUi()],
  build: {
    ssr: 'src/cli.ts',
    target: 'node20',
    rolldownOptions: {
      external: /^@flow-query\//,
      output: { chunkFileNames: '[name].js' },
    },
  },
})

/** Copies the Swagger UI files that `flow-query serve` needs, with their licenses, to `dist/swagger`. */
function swaggerUi(): Plugin {
  const folder = new URL('.', import.meta.resolve('swagger-ui-dist/package.json'))
  const files = [
    'index.html',
    'index.css',
    'swagger-ui.css',
    'swagger-ui-bundle.js',
    'swagger-ui-standalone-preset.js',
    'favicon-16x16.png',
    'favicon-32x32.png',
    'LICENSE',
    'NOTICE',
    'swagger-ui-bundle.js.LICENSE.txt',
    'swagger-ui-standalone-preset.js.LICENSE.txt',
  ]
  return {
    name: 'swagger-ui',
    generateBundle() {
      for (const name of files)
        this.emitFile({ type: 'asset', fileName: `swagger/${name}`, source: readFileSync(new URL(name, folder)) })
    },
  }
}
