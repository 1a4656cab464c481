import type { RequestOptions } from '@flow-query/core'
import type { McpServer, ServerContext, StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import { type Answer, resultOf } from './answer/result.js'
import { argumentSchemaOf, convertArguments } from './arguments.js'
import type { Chain } from './chain.js'
import { cursorAt, type Place, placeOf } from './cursor.js'
import { failureOf } from './failure.js'
import { describeIssues } from './invalid-arguments.js'

export interface Call {
  chain: Chain
  /** Contains the signal that is aborted when the client cancels the call, or when it takes too long. */
  options: RequestOptions
  /** The reader's time, in milliseconds since 1970. */
  now: number
  /** Where the answer starts, according to the cursor. */
  place: Place
  cursorTo: (place: Place) => string
}

interface Definition<Input extends z.ZodObject, Output extends z.ZodObject> {
  name: string
  title: string
  description: string
  input: Input
  output: Output
  answer: (args: z.output<Input>, call: Call) => Promise<z.input<Output> & Answer>
}

export interface ToolContext {
  chain: Chain
  timeout: number
  now: () => number
  /** Aborted when the HTTP request of the call is closed. */
  closed: AbortSignal | undefined
}

export type Tool = (server: McpServer, context: ToolContext) => void

/** Defines a read-only tool. Errors are returned as results, so that the assistant can correct its question. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>({
  name,
  title,
  description,
  input,
  output,
  answer,
}: Definition<Input, Output>): Tool {
  return (server, { chain, timeout, now, closed }) => {
    const annotations = {
      title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: true,
    }
    const handle = async (args: z.output<Input>, { mcpReq }: ServerContext) => {
      const signals = [mcpReq.signal, AbortSignal.timeout(timeout), ...(closed ? [closed] : [])]
      try {
        const options = { signal: AbortSignal.any(signals) }
        const cursorTo = (place: Place) => cursorAt(place, name, args)
        return resultOf(await answer(args, { chain, options, now: now(), place: placeOf(name, args), cursorTo }))
      } catch (error) {
        return failureOf(error, timeout)
      }
    }
    const inputSchema = lenient(input)
    server.registerTool(name, { title, description, inputSchema, outputSchema: output, annotations }, handle as never)
  }
}

/** Accepts what models and clients often send instead of the expected types. The listed JSON Schema is the strict one. */
function lenient(input: z.ZodObject): StandardSchemaWithJSON {
  // Without `strict`, a misspelled `owner` would be ignored, and the answer would be about the whole chain.
  const schema = input.strict()
  const expected = argumentSchemaOf(schema)
  return {
    '~standard': {
      version: 1,
      vendor: 'flow-query',
      jsonSchema: schema['~standard'].jsonSchema,
      validate(sent) {
        const parsed = schema.safeParse(convertArguments(sent, expected))
        if (parsed.success) return { value: parsed.data }
        return { issues: [{ message: describeIssues(parsed.error.issues, sent, expected) }] }
      },
    },
  }
}
