import { existsSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import type { Version } from '../releases.js'
import type { Answer } from '../rest/http.js'
import { servedOpenApi } from './document.js'

const ROOT = '/swagger/'

/** Where the build puts Swagger UI. */
const SWAGGER_UI = new URL('../../dist/swagger/', import.meta.url)

/** What its page loads. */
const TYPES: Readonly<Record<string, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'index.css': 'text/css; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui-standalone-preset.js': 'text/javascript; charset=utf-8',
  'favicon-16x16.png': 'image/png',
  'favicon-32x32.png': 'image/png',
}

/** A file of a page. */
interface PageFile extends Omit<Answer, 'body'> {
  body: string | Buffer
}

/** Answers what is asked below `/swagger/`, and says whether it did. */
export function answerSwagger(target: string, version: Version, outgoing: Pick<ServerResponse, 'writeHead'>): boolean {
  const file = swaggerFile(target, version)
  if (file) outgoing.writeHead(file.status, file.headers).end(file.body)
  return file !== null
}

/**
 * What lies at `/swagger/`: Swagger UI, with nothing from elsewhere, and the document of each version, that of `version`
 * shown first. Null for any other path, which is the node's.
 */
export function swaggerFile(target: string, version: Version): PageFile | null {
  const [path = ''] = target.split('?')
  if (`${path}/` === ROOT) return { status: 301, headers: { location: ROOT }, body: '' }
  if (!path.startsWith(ROOT)) return null
  const name = path.slice(ROOT.length) || 'index.html'
  return ownFile(name, version) ?? swaggerUiFile(name) ?? NOT_FOUND
}

const NOT_FOUND: PageFile = { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Not Found' }

function ownFile(name: string, version: Version): PageFile | null {
  if (name === 'swagger-initializer.js') return found('text/javascript; charset=utf-8', initializer(version))
  if (name === 'v1.json') return found('application/json', JSON.stringify(servedOpenApi('v1')))
  if (name === 'v1beta1.json') return found('application/json', JSON.stringify(servedOpenApi('v1beta1')))
  return null
}

function swaggerUiFile(name: string): PageFile | null {
  const type = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined
  const file = new URL(name, SWAGGER_UI)
  return type !== undefined && existsSync(file) ? found(type, readFileSync(file)) : null
}

function found(type: string, body: PageFile['body']): PageFile {
  return { status: 200, headers: { 'content-type': type, 'cache-control': 'no-cache' }, body }
}

function initializer(version: Version): string {
  const options = {
    dom_id: '#swagger-ui',
    urls: ['v1', 'v1beta1'].map(name => ({ url: `${name}.json`, name })),
    'urls.primaryName': version,
    layout: 'StandaloneLayout',
    deepLinking: true,
    tryItOutEnabled: true,
    // It would be asked on the network.
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
