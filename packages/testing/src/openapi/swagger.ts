import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import type { Version } from '../releases.js'
import type { Answer } from '../rest/http.js'
import { servedOpenApi } from './document.js'

const root = '/swagger/'

/** What Swagger UI's page loads. */
const files: Readonly<Record<string, string>> = {
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
 * What lies at `/swagger/`: Swagger UI from its package, with nothing from elsewhere, and the document of each version,
 * that of `version` shown first. Null for any other path, which is the node's.
 */
export function swaggerFile(target: string, version: Version): PageFile | null {
  const [path = ''] = target.split('?')
  if (`${path}/` === root) return { status: 301, headers: { location: root }, body: '' }
  if (!path.startsWith(root)) return null
  const name = path.slice(root.length) || 'index.html'
  const own = made(name, version)
  if (own) return found(own.type, own.body)
  const type = Object.hasOwn(files, name) ? files[name] : undefined
  if (type === undefined) return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Not Found' }
  const folder = swaggerUi()
  if (folder === null) {
    const help = 'This page is Swagger UI, which is not installed: npm install swagger-ui-dist'
    return { status: 501, headers: { 'content-type': 'text/plain' }, body: help }
  }
  return found(type, readFileSync(new URL(name, folder)))
}

function found(type: string, body: PageFile['body']): PageFile {
  return { status: 200, headers: { 'content-type': type, 'cache-control': 'no-cache' }, body }
}

function made(name: string, version: Version): { type: string; body: string } | null {
  if (name === 'swagger-initializer.js') return { type: 'text/javascript; charset=utf-8', body: initializer(version) }
  const document = name === 'v1.json' ? 'v1' : name === 'v1beta1.json' ? 'v1beta1' : null
  return document && { type: 'application/json', body: JSON.stringify(servedOpenApi(document)) }
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

/** Null where it is not installed: it is large, and tests do without. */
function swaggerUi(): string | null {
  try {
    return import.meta.resolve('swagger-ui-dist/package.json')
  } catch {
    return null
  }
}
