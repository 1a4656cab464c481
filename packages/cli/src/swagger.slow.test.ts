import { expect, test } from 'vitest'
import { swaggerFile } from './swagger.js'

test('the page refers only to local files that exist', () => {
  const page = swaggerFile('/swagger/', 'v1')?.body.toString() ?? ''
  const named = Array.from(page.matchAll(/(?:src|href)="([^"]*)"/g), ([, name = '']) => name.replace('./', ''))
  expect(named).toContain('swagger-ui-bundle.js')
  expect(named.map(name => [name, swaggerFile(`/swagger/${name}`, 'v1')?.status])).toEqual(
    named.map(name => [name, 200]),
  )
})
