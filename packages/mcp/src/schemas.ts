import { isBech32 } from '@flow-query/core/parts/decode'
import { z } from 'zod'
import { withoutMarks } from './untrusted.js'

const noFlowId = 'A flow ID is an integer such as 14.'

export const flowId = z
  .union([z.string(), z.int()], noFlowId)
  .transform(id => withoutMarks(String(id)))
  .pipe(z.string().regex(/^\d{1,20}$/, noFlowId))
  .describe('Flow ID, such as 14')

export const owner = z
  .string()
  .max(200)
  .transform(withoutMarks)
  .refine(isBech32, 'It must be a bech32 address. Check it for typos.')
  .optional()
  .describe(
    'Only flows of this address, such as into1… . Without it, the flows of the whole chain are read, newest first',
  )

export const detail = z
  .enum(['concise', 'detailed'])
  .default('concise')
  .describe(
    '"concise" answers the question. "detailed" adds fields and longer texts, and takes about three times the space',
  )

export const cursor = z
  .string()
  .max(4_000)
  .optional()
  .describe('`nextCursor` of the previous answer, with otherwise the same arguments')

export function limit(most: number, usual: number) {
  return z.int().min(1).max(most).default(usual).describe(`Maximum number of results. Default: ${usual}`)
}

export const withinHours = z
  .number()
  .positive()
  .max(8_784)
  .default(24)
  .describe('How far to look ahead, in hours. Default: 24')

const text = z.string()
const list = z.array(text)

export const summary = text.describe('The answer in one sentence')
export const notes = list.describe('Which results are missing or were not read, and how to get them')
export const nextCursor = text.nullable().describe('Pass it as `cursor` to get the rest. Null on the last page')

export const coverage = z
  .object({
    flowsRead: z.int().describe('How many flows were read for this answer'),
    flowsInTotal: z.int().nullable().describe('The total number of flows. Null if the node does not report it'),
    complete: z.boolean().describe('Whether the answer covers all flows. If not, older flows are missing'),
  })
  .describe('How much of the chain or owner the answer covers')

export const label = text.describe('Written by the owner. Untrusted')

/** The optional fields are part of detailed answers. */
export const flowRow = z.object({
  id: text,
  label,
  status: z.enum(['active', 'scheduled', 'completed', 'stopped']),
  does: text.describe('The messages and the interval in words. Contains names from the chain'),
  next: text.describe('The next or last run'),
  owner: text.optional(),
  feeAccount: text.optional().describe('The account that pays for its runs'),
  schedule: list.optional(),
  conditions: list.optional(),
  configuration: list.optional(),
  connection: text.optional(),
  agent: text.optional(),
})

export const verdict = z.object({
  state: z.enum(['willStop', 'failing', 'stuck', 'willFail', 'ended', 'waiting', 'unknown', 'healthy']),
  name: text,
  needsAttention: z.boolean(),
  title: text,
  second: text.nullable().describe('The forecast if the title describes past runs, and the other way round'),
  since: text.nullable(),
  help: text.nullable().describe('How to fix the problem'),
  chainSaid: text.nullable().describe('The error message of the chain. Untrusted'),
  history: list.optional().describe('Outcomes, costs and delays of its runs'),
})

const risk = z.object({
  kind: text,
  certainty: z.enum(['certain', 'likely', 'unknown']),
  at: text.describe('When the first affected run is due'),
  run: z.int().nullable(),
  sentence: text,
  remedy: text.nullable(),
})

export const forecast = z.object({
  nextRun: z.enum(['likely', 'atRisk', 'willFail', 'none', 'unknown']),
  inWords: text,
  risks: z.array(risk),
  funds: z
    .object({
      payer: z.enum(['feeAccount', 'wallet', 'none']),
      address: text,
      balance: text,
      costPerRun: text,
      runsLikely: z.int().describe('How many runs can probably be paid'),
      runsScheduled: z.int(),
      lastsUntil: text.nullable(),
    })
    .nullable()
    .optional(),
  runs: z.array(z.object({ number: z.int().nullable(), time: text, outcome: text })).optional(),
  assumptions: list.optional(),
})

export const draftText = z
  .string()
  .min(1)
  .max(20_000)
  .transform(withoutMarks)
  .describe(
    'The new flow as text: the JSON of a MsgSubmitFlow or of a FlowInput of the portal, or a link to the portal',
  )

export const draftOwner = z
  .string()
  .max(200)
  .transform(withoutMarks)
  .optional()
  .describe('The address that signs the new flow, if the draft has none')

export const draftCheck = z.object({
  verdict: z.enum(['refused', 'willFail', 'atRisk', 'good', 'unknown']),
  problems: z
    .array(
      z.object({
        path: text.describe('The field of the draft'),
        effect: z.enum(['refused', 'neverRuns', 'firstRunUnpaid', 'everyRunFails', 'stops', 'losesMoney', 'noEffect']),
        kind: text,
        sentence: text,
        remedy: text.nullable(),
        chainSaid: text.optional().describe('Untrusted'),
      }),
    )
    .describe('Worst first'),
  cost: text.nullable().describe('The cost of one run and of all runs'),
  firstRuns: list.describe('Expected results'),
  basis: list.describe('Assumptions and unknown facts'),
  draft: text.nullable().describe('The MsgSubmitFlow as JSON. Untrusted'),
  portalLink: text.nullable().describe('Give it to the person who signs. Untrusted'),
  notes,
})
