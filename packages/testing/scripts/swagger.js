/** Copies what the page at /swagger/ needs of Swagger UI, and its licence, to dist/swagger: `npm run build`. */
import { copyFileSync, mkdirSync } from 'node:fs'

const from = new URL('.', import.meta.resolve('swagger-ui-dist/package.json'))
const to = new URL('../dist/swagger/', import.meta.url)
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

mkdirSync(to, { recursive: true })
for (const name of files) copyFileSync(new URL(name, from), new URL(name, to))
