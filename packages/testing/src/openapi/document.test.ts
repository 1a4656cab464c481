import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { recording } from '../../test/recording.js'
import { createDemoLcd } from '../demo.js'
import type { Version } from '../index.js'
import { openApi } from './document.js'

const versions: Version[] = ['v1', 'v1beta1']

describe.each(versions)('%s', version => {
  const document = openApi(version)
  const compiled = new Map<string, ValidateFunction>()

  /** Returns the reasons why a body does not match the document's schema for a path, or an empty list if it matches. */
  function problems(path: string, status: number, body: string): unknown {
    const schema = JSON.stringify({ ...schemaOf(path, status), components: document.components })
    const validate = compiled.get(schema) ?? ajv.compile(JSON.parse(schema))
    compiled.set(schema, validate)
    return validate(JSON.parse(body)) ? [] : validate.errors
  }

  function schemaOf(path: string, status: number): object {
    if (status !== 200) return { $ref: '#/components/schemas/Status' }
    const segments = path.replace(/\?.*/, '').split('/').slice(2)
    const route = Object.keys(document.paths).find(template => {
      const parts = template.split('/').slice(1)
      return parts.length === segments.length && parts.every((part, i) => /^{/.test(part) || part === segments[i])
    })
    const { responses } = Object(document.paths[route ?? '']?.get)
    return responses[200].content['application/json'].schema
  }

  test('the published file is up to date (fix with npm run openapi)', () => {
    const file = readFileSync(new URL(`../../openapi/${version}.json`, import.meta.url), 'utf8')
    expect(JSON.parse(file)).toEqual(JSON.parse(JSON.stringify(document)))
  })

  test('the document is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    expect(await validator.validate(JSON.parse(JSON.stringify(document)))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  const folders = [version, `${version}-interchain`]
  const answers = folders
    .flatMap(folder => [...recording(`${folder}/state.json`), ...recording(`${folder}/exchanges.json`)])
    .filter(({ request, response }) => request.method === 'GET' && response.body.startsWith('{'))

  test('recorded responses and errors match the schemas', () => {
    const wrong = answers.flatMap(({ request: { path }, response: { status, body } }) => {
      const found = problems(path, status, body)
      return Array.isArray(found) && !found.length ? [] : [[path, found]]
    })
    expect(wrong).toEqual([])
    expect(answers.length).toBeGreaterThan(100)
  })

  test('an extra or missing field does not match', () => {
    const flow = answers.find(({ request, response }) => /\/flow\/1$/.test(request.path) && response.status === 200)
    const [[name = '', value] = []] = Object.entries(JSON.parse(flow?.response.body ?? ''))
    const path = `/intento/intent/${version}/flow/1`
    const answer = (changed: object) =>
      problems(path, 200, JSON.stringify({ [name]: { ...Object(value), ...changed } }))
    expect(answer({})).toEqual([])
    expect(answer({ more: '' })).toMatchObject([{ keyword: 'additionalProperties' }])
    expect(answer({ label: undefined })).toMatchObject([{ keyword: 'required' }])
  })

  test('responses of the in-memory node match, including conditions and agents', async () => {
    const lcd = createDemoLcd({ version })
    const paths = Object.keys(document.paths)
      .filter(path => !path.endsWith('}'))
      .map(path => `/intento${path}?pagination.limit=1000`)
    for (const path of [...paths, `/intento/intent/${version}/flow-history/14`]) {
      const answer = await lcd.fetch(lcd.url + path)
      expect([path, problems(path, answer.status, await answer.text())]).toEqual([path, []])
    }
  })
})

// `format` and `contentEncoding` are for readers only. Validation uses `pattern`.
const ajv = new Ajv2020({ strict: false, validateFormats: false })
