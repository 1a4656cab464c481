import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answeredWith } from '../test/client.js'
import { anyJson, type Field, fieldsOf } from '../test/json.js'
import { type RecordedAnswer, recordedAnswers } from '../test/recordings.js'
import { shapes } from '../test/shape.js'
import { type FlowQueryError, isFlowQueryError } from './index.js'

const answers = recordedAnswers()

/** A recorded answer by its number, which a failure prints in place of the whole. */
const anyAnswer = fc.nat({ max: answers.length - 1 })
const answerOf = (number: number) => answers[number] as RecordedAnswer

/** Finds the places in a text once. */
const known = new Map<string, Field[]>()
function placesIn(text: string): Field[] {
  const places = known.get(text) ?? fieldsOf(text)
  known.set(text, places)
  return places
}

const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

/** What the client makes of a body: the data, or the error. Anything else that is thrown goes through. */
async function outcome(body: BodyInit, { version, read }: RecordedAnswer, status = 200): Promise<unknown> {
  try {
    return await read(answeredWith(body, { status }, { versions: [version] }))
  } catch (error) {
    if (isFlowQueryError(error)) return error
    throw error
  }
}

describe('whatever a node answers', () => {
  const untouched = () => expect(Reflect.ownKeys(Object.prototype)).toEqual(prototypeKeys)
  const prototypeKeys = Reflect.ownKeys(Object.prototype)

  test('any field replaced by any JSON: data of the declared type, or the place in a decode error', async () => {
    let decoded = 0
    let refused = 0
    await fc.assert(
      fc.asyncProperty(anyAnswer, share, anyJson, async (number, which, json) => {
        const answer = answerOf(number)
        const [, ...fields] = placesIn(answer.text)
        const field = fields[Math.floor(which * fields.length)] as Field
        const result = await outcome(answer.text.slice(0, field.start) + json + answer.text.slice(field.end), answer)
        if (!isFlowQueryError(result)) {
          decoded++
          expect(shapes[answer.query](result, '')).toEqual([])
          return
        }
        refused++
        // An agent without an address is a node's word for "no such agent".
        if (answer.query === 'trustlessAgent' && result.kind === 'notFound') return
        expect(result.kind).toBe('decode')
        const place = result.message.slice(0, result.message.indexOf(' of https:'))
        expect(place.slice(0, field.place.length)).toBe(field.place)
        expect(place.slice(field.place.length)).toMatch(/^($|[.[])/)
      }),
      { numRuns: 12_000 },
    )
    untouched()
    // Both happen, and often.
    expect(decoded).toBeGreaterThan(1_000)
    expect(refused).toBeGreaterThan(1_000)
  })

  test('any JSON at all, with any status: an error of this package, or data of the declared type', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyAnswer,
        anyJson,
        fc.constantFrom(200, 400, 404, 429, 500, 502),
        async (number, json, status) => {
          const answer = answerOf(number)
          const result = await outcome(json, answer, status)
          if (!isFlowQueryError(result)) expect(shapes[answer.query](result, '')).toEqual([])
          else if (status !== 200) expect(result).toMatchObject({ status })
        },
      ),
      { numRuns: 2_000 },
    )
    untouched()
  })

  test('any error body with any field replaced by any JSON: an error of this package', async () => {
    const bodies = [
      '{"code":2, "message":"codespace intent code 302: not found: flow", "details":[]}',
      '{"code":8, "message":"grpc: received message larger than max (2 vs. 1)", "details":[]}',
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...bodies),
        share,
        anyJson,
        fc.constantFrom(200, 400, 404, 429, 500, 501, 502),
        async (body, which, json, status) => {
          const fields = fieldsOf(body)
          const { start, end } = fields[Math.floor(which * fields.length)] as Field
          const result = await outcome(
            body.slice(0, start) + json + body.slice(end),
            answers[0] as RecordedAnswer,
            status,
          )
          expect(isFlowQueryError(result)).toBe(true)
        },
      ),
      { numRuns: 2_000 },
    )
    untouched()
  })

  test('a body cut anywhere: a retryable network error, or a node error where nothing came', async () => {
    await fc.assert(
      fc.asyncProperty(anyAnswer, share, async (number, where) => {
        const answer = answerOf(number)
        const text = answer.text.slice(0, Math.floor(where * answer.text.length))
        const { kind, retryable } = (await outcome(text, answer)) as FlowQueryError
        expect({ kind, retryable }).toEqual(
          text ? { kind: 'network', retryable: true } : { kind: 'node', retryable: false },
        )
      }),
      { numRuns: 500 },
    )
  })

  test('random bytes: an error of this package', async () => {
    await fc.assert(
      fc.asyncProperty(anyAnswer, fc.uint8Array({ maxLength: 200 }), async (number, bytes) => {
        const result = await outcome(new Uint8Array(bytes), answerOf(number))
        expect(['node', 'network', 'decode']).toContain((result as FlowQueryError).kind)
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['lists', '['.repeat(200_000) + ']'.repeat(200_000)],
    ['objects', `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`],
  ])('nested 200,000 deep (%s): a decode error that names the place', async (_, nested) => {
    const text = answers.find(({ query, version }) => query === 'flow' && version.name === 'v1')?.text ?? ''
    for (const name of ['flow', 'flow.label', 'flow.update_history', 'flow.configuration.save_responses']) {
      const { start, end } = fieldsOf(text).find(({ place }) => place === name) as Field
      const client = answeredWith(text.slice(0, start) + nested + text.slice(end))
      const error = await client.flow({ id: 1 }).catch(reason => reason)
      expect(error).toMatchObject({ kind: 'decode', message: expect.stringContaining(name) })
    }
  })
})
