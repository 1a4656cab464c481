import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answeredWith } from '../test/client.js'
import { anyJson, type Field, fieldsOf } from '../test/json.js'
import { type RecordedAnswer, recordedAnswers } from '../test/recordings.js'
import { runs } from '../test/runs.js'
import { shapes } from '../test/shape.js'
import { type FlowQueryError, isFlowQueryError } from './index.js'

const answers = recordedAnswers()

/** The index of a recorded response, because a failed test prints the index instead of the whole response. */
const anyAnswer = fc.nat({ max: answers.length - 1 })
const answerOf = (number: number) => answers[number] as RecordedAnswer

/** Caches the fields of each text. */
const known = new Map<string, Field[]>()
function fieldsIn(text: string): Field[] {
  const fields = known.get(text) ?? fieldsOf(text)
  known.set(text, fields)
  return fields
}

const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

/** Returns the data or the `FlowQueryError` that the client creates from a body. Throws any other error. */
async function outcome(body: BodyInit, { version, read }: RecordedAnswer, status = 200): Promise<unknown> {
  try {
    return await read(answeredWith(body, { status }, { versions: [version] }))
  } catch (error) {
    if (isFlowQueryError(error)) return error
    throw error
  }
}

describe('arbitrary responses', () => {
  const untouched = () => expect(Reflect.ownKeys(Object.prototype)).toEqual(prototypeKeys)
  const prototypeKeys = Reflect.ownKeys(Object.prototype)

  test('a replaced field results in data of the declared type, or in a decode error that names the field', async () => {
    let decoded = 0
    let refused = 0
    await fc.assert(
      fc.asyncProperty(anyAnswer, share, anyJson, async (number, which, json) => {
        const answer = answerOf(number)
        const [, ...fields] = fieldsIn(answer.text)
        const field = fields[Math.floor(which * fields.length)] as Field
        const result = await outcome(answer.text.slice(0, field.start) + json + answer.text.slice(field.end), answer)
        if (!isFlowQueryError(result)) {
          decoded++
          expect(shapes[answer.query](result, '')).toEqual([])
          return
        }
        refused++
        // Nodes return an agent without an address if the agent doesn't exist.
        if (answer.query === 'trustlessAgent' && result.kind === 'notFound') return
        expect(result.kind).toBe('decode')
        const path = result.message.slice(0, result.message.indexOf(' of https:'))
        expect(path.slice(0, field.path.length)).toBe(field.path)
        expect(path.slice(field.path.length)).toMatch(/^($|[.[])/)
      }),
      { numRuns: runs(2_400) },
    )
    untouched()
    // Checks that the examples include both cases.
    expect(decoded).toBeGreaterThan(runs(200))
    expect(refused).toBeGreaterThan(runs(200))
  })

  test('any JSON with any status results in data of the declared type, or in a FlowQueryError', async () => {
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
      { numRuns: runs(400) },
    )
    untouched()
  })

  test('an error response with a replaced field results in a FlowQueryError', async () => {
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
      { numRuns: runs(400) },
    )
    untouched()
  })

  test('an incomplete response results in a retryable network error, and an empty one in a node error', async () => {
    await fc.assert(
      fc.asyncProperty(anyAnswer, share, async (number, where) => {
        const answer = answerOf(number)
        const text = answer.text.slice(0, Math.floor(where * answer.text.length))
        const { kind, retryable } = (await outcome(text, answer)) as FlowQueryError
        expect({ kind, retryable }).toEqual(
          text ? { kind: 'network', retryable: true } : { kind: 'node', retryable: false },
        )
      }),
      { numRuns: runs(100) },
    )
  })

  test('random bytes result in a FlowQueryError', async () => {
    await fc.assert(
      fc.asyncProperty(anyAnswer, fc.uint8Array({ maxLength: 200 }), async (number, bytes) => {
        const result = await outcome(new Uint8Array(bytes), answerOf(number))
        expect(['node', 'network', 'decode']).toContain((result as FlowQueryError).kind)
      }),
      { numRuns: runs(100) },
    )
  })

  test.each([
    ['lists', '['.repeat(200_000) + ']'.repeat(200_000)],
    ['objects', `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`],
  ])('200,000 nested %s result in a decode error that names the field', async (_, nested) => {
    const text = answers.find(({ query, version }) => query === 'flow' && version.name === 'v1')?.text ?? ''
    for (const name of ['flow', 'flow.label', 'flow.update_history', 'flow.configuration.save_responses']) {
      const { start, end } = fieldsOf(text).find(({ path }) => path === name) as Field
      const client = answeredWith(text.slice(0, start) + nested + text.slice(end))
      const error = await client.flow({ id: 1 }).catch(reason => reason)
      expect(error).toMatchObject({ kind: 'decode', message: expect.stringContaining(name) })
    }
  })
})
