import { expect, test } from 'vitest'
import '../../scripts/swagger.js'
import { openApi } from './document.js'
import { swaggerFile } from './swagger.js'

const text = (target: string) => swaggerFile(target, 'v1')?.body.toString() ?? ''

test('the page names files that are there, and nothing from elsewhere', () => {
  const page = text('/swagger/')
  const named = Array.from(page.matchAll(/(?:src|href)="([^"]*)"/g), ([, name = '']) => name.replace('./', ''))
  expect(named).toContain('swagger-ui-bundle.js')
  expect(named.map(name => [name, swaggerFile(`/swagger/${name}`, 'v1')?.status])).toEqual(
    named.map(name => [name, 200]),
  )
})

test('the version that the node speaks is shown first', () => {
  expect(swaggerFile('/swagger/swagger-initializer.js', 'v1beta1')?.body).toContain('"urls.primaryName":"v1beta1"')
})

test('each version has its document, which tries things out on this node', () => {
  for (const version of ['v1', 'v1beta1'] as const) {
    const document = JSON.parse(text(`/swagger/${version}.json`))
    expect(document.paths).toEqual(openApi(version).paths)
    expect(document.servers[0].url).toBe('/{service}')
  }
})

test('a slash that is forgotten', () => {
  expect(swaggerFile('/swagger?a=b', 'v1')).toMatchObject({ status: 301, headers: { location: '/swagger/' } })
})

test.each(['/swagger/package.json', '/swagger/../package.json', '/swagger/toString', '/swagger/v1.json/'])(
  '%s is not there',
  target => {
    expect(swaggerFile(target, 'v1')?.status).toBe(404)
  },
)

test.each(['/', '/swaggers/', '/intento/intent/v1/flows', '/a/swagger/'])('%s is the node’s', target => {
  expect(swaggerFile(target, 'v1')).toBeNull()
})
