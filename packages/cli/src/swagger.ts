import { existsSync, readFileSync } from 'node:fs'
import type { Version } from '@flow-query/testing'
import type { ServedFile } from '@flow-query/testing/serve'
import { packageFolder } from './package.js'

const root = '/swagger/'

const swaggerUi = new URL('dist/swagger/', packageFolder)

const types: Readonly<Record<string, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'index.css': 'text/css; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui-standalone-preset.js': 'text/javascript; charset=utf-8',
  'favicon-16x16.png': 'image/png',
  'favicon-32x32.png': 'image/png',
}

/**
 * Returns a file under `/swagger/`: Swagger UI without external resources, or the document of a version. The page shows
 * `version` first. Returns null for any other path, which the node serves.
 */
export function swaggerFile(target: string, version: Version): ServedFile | null {
  const [path = ''] = target.split('?')
  if (`${path}/` === root) return { status: 301, headers: { location: root }, body: '' }
  if (!path.startsWith(root)) return null
  const name = path.slice(root.length) || 'index.html'
  return generatedFile(name, version) ?? swaggerUiFile(name) ?? notFound
}

const notFound: ServedFile = { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Not Found' }

function generatedFile(name: string, version: Version): ServedFile | null {
  if (name === 'swagger-initializer.js') return found('text/javascript; charset=utf-8', initializer(version))
  if (name === 'v1.json') return found('application/json', openApi('v1'))
  if (name === 'v1beta1.json') return found('application/json', openApi('v1beta1'))
  return null
}

function swaggerUiFile(name: string): ServedFile | null {
  const type = Object.hasOwn(types, name) ? types[name] : undefined
  const file = new URL(name, swaggerUi)
  return type !== undefined && existsSync(file) ? found(type, readFileSync(file)) : null
}

function found(type: string, body: ServedFile['body']): ServedFile {
  return { status: 200, headers: { 'content-type': type, 'cache-control': 'no-cache' }, body }
}

/** Returns the OpenAPI document of a version. Requests from Swagger UI go to the node that serves the page. */
function openApi(version: Version): string {
  const file = new URL(import.meta.resolve(`@flow-query/testing/openapi/${version}.json`))
  const document = JSON.parse(readFileSync(file, 'utf8'))
  const [anyNode] = document.servers
  const { service } = anyNode.variables
  const thisNode = { url: '/{service}', description: 'This node', variables: { service } }
  return JSON.stringify({ ...document, servers: [thisNode, anyNode] })
}

function initializer(version: Version): string {
  const options = {
    dom_id: '#swagger-ui',
    urls: ['v1', 'v1beta1'].map(name => ({ url: `${name}.json`, name })),
    'urls.primaryName': version,
    layout: 'StandaloneLayout',
    deepLinking: true,
    tryItOutEnabled: true,
    // Disables the external validator, which would need network access.
    validatorUrl: null,
  }
  return `window.onload = () => {
  window.ui = SwaggerUIBundle({
    ...${JSON.stringify(options)},
    presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  })
}
`
}
