import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { swaggerFile } from './swagger.js'

const text = (target: string) => swaggerFile(target, 'v1')?.body.toString() ?? ''

test('the served version is selected first', () => {
  expect(swaggerFile('/swagger/swagger-initializer.js', 'v1beta1')?.body).toContain('"urls.primaryName":"v1beta1"')
})

test('each version has its document, which sends requests to this node', () => {
  for (const version of ['v1', 'v1beta1'] as const) {
    const published = new URL(import.meta.resolve(`@flow-query/testing/openapi/${version}.json`))
    const { servers, ...document } = JSON.parse(text(`/swagger/${version}.json`))
    expect({ ...document, servers: servers.slice(1) }).toEqual(JSON.parse(readFileSync(published, 'utf8')))
    expect(servers[0].url).toBe('/{service}')
  }
})

test('redirects a URL that lacks the trailing slash', () => {
  expect(swaggerFile('/swagger?a=b', 'v1')).toMatchObject({ status: 301, headers: { location: '/swagger/' } })
})

test.each(['/swagger/package.json', '/swagger/../package.json', '/swagger/toString', '/swagger/v1.json/'])(
  '%s is not found',
  target => {
    expect(swaggerFile(target, 'v1')?.status).toBe(404)
  },
)

test.each(['/', '/swaggers/', '/intento/intent/v1/flows', '/a/swagger/'])('the node serves %s', target => {
  expect(swaggerFile(target, 'v1')).toBeNull()
})
