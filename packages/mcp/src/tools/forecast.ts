import type { ChainTime, Flow } from '@flow-query/core'
import { explainVerdict, formatCount, formatNumber, phraseText } from '@flow-query/format'
import { type FlowVerdict, flowVerdict } from '@flow-query/insights'
import {
  type FlowDryRun,
  type FlowForecast,
  flowsDueUntil,
  forecastFlows,
  nextFailures,
  readForecastFacts,
} from '@flow-query/insights/forecast'
import pMap from 'p-map'
import { z } from 'zod'
import { describeCoverage, describeFlowForecast } from '../answer/describe.js'
import { fittingPage } from '../answer/result.js'
import { concurrency, type Part, readFlows } from '../chain.js'
import { blockOf, readTime } from '../chain-time.js'
import { readDryRun } from '../flow-with-forecast.js'
import { coverageNotes, remaining } from '../remaining.js'
import {
  coverage,
  cursor,
  detail,
  flowId,
  forecast,
  label,
  limit,
  nextCursor,
  notes,
  owner,
  summary,
  withinHours,
} from '../schemas.js'
import { type Call, defineTool } from '../tool.js'
import { sentence, untrusted, withoutSpaces } from '../untrusted.js'

/** The number of flows that one answer forecasts. Each flow requires a request, and so does each account that it uses. */
const batchSize = 200

export const forecastRuns = defineTool({
  name: 'forecast',
  title: 'Forecast runs',
  description:
    'Predicts whether the next runs will work and how long the money lasts. With ids, forecasts these flows. Without ids, lists the flows that are expected to fail soon, soonest first, and how to prevent each failure.',
  input: z.object({
    ids: z.array(flowId).min(1).max(20).optional().describe('The flows to forecast, up to 20'),
    owner,
    withinHours,
    limit: limit(30, 10),
    detail,
    cursor,
  }),
  output: z.object({
    summary,
    forecasts: z.array(forecast.extend({ id: z.string(), label, owner: z.string(), title: z.string() })),
    flowsForecast: z.int().describe('How many flows were forecast in this call'),
    coverage: coverage.nullable().describe('Null if the flows were named'),
    notes,
    nextCursor,
  }),
  async answer(args, call) {
    const { place, cursorTo } = call
    const time = await readTime(call)
    const until = time.readAt + args.withinHours * 3_600_000
    const part = args.ids ? null : await readFlows(call.chain, args.owner, place, call.options)
    const candidates = part ? flowsDueUntil(part.flows, time, until) : await readNamed(args.ids ?? [], call)
    const start = place.examined ?? 0
    const batch = candidates.slice(start, start + batchSize)
    // A dry run requires several requests, so only named flows get one.
    const dryRuns: DryRuns = part
      ? {}
      : Object.fromEntries(
          await pMap(batch, async flow => [flow.id, await readDryRun(flow, call, time)] as const, { concurrency }),
        )
    const { forecasts, verdictOf } = await forecastsOf(batch, dryRuns, call, time)
    const found = part ? nextFailures(forecasts, until).map(({ forecast }) => forecast) : forecasts
    const skip = place.skip ?? 0
    const isDetailed = args.detail === 'detailed'
    const space = { text: isDetailed ? 400 : 200, items: isDetailed ? 5 : 3 }
    const rows = found.slice(skip, skip + args.limit).map(forecast => ({
      id: forecast.flow.id,
      label: untrusted(forecast.flow.label, 120),
      owner: untrusted(forecast.flow.owner),
      title: titleOf(verdictOf(forecast), space.text),
      ...describeFlowForecast(forecast, time, isDetailed, space, dryRuns[forecast.flow.id]),
    }))
    const unchecked = candidates.length - start - batch.length
    return fittingPage(rows, shown => ({
      summary: summaryOf(part, found.length, batch.length, unchecked),
      forecasts: shown,
      flowsForecast: batch.length,
      coverage: part && describeCoverage(part),
      notes: [
        ...(skip + shown.length < found.length
          ? [`Only results ${skip + 1} to ${skip + shown.length} are listed. For more, use nextCursor.`]
          : []),
        ...(unchecked > 0
          ? [
              `${formatCount(unchecked, 'flow')} that ${unchecked === 1 ? 'is' : 'are'} due later ${unchecked === 1 ? 'was' : 'were'} not forecast. To continue with them, use nextCursor.`,
            ]
          : []),
        ...(part ? coverageNotes(part) : []),
      ],
      nextCursor: remaining({
        part: part ?? named,
        place: { ...place, time: blockOf(time) },
        shown: skip + shown.length,
        found: found.length,
        nextBatch: unchecked > 0 ? { examined: start + batch.length, time: blockOf(time) } : undefined,
        cursorTo,
      }),
    }))
  },
})

/** If the arguments name the flows, the list has only this part, and it is complete. */
const named: Part = { flows: [], total: null, at: {}, next: null, readAt: 0 }

function readNamed(ids: readonly string[], { chain, options }: Call): Promise<Flow[]> {
  return Promise.all(ids.map(id => chain.client.flow({ id, height: chain.height }, options)))
}

type DryRuns = { readonly [id: string]: FlowDryRun | null }

async function forecastsOf(
  flows: readonly Flow[],
  dryRuns: DryRuns,
  { chain, options }: Call,
  time: ChainTime,
): Promise<{ forecasts: FlowForecast[]; verdictOf: (forecast: FlowForecast) => FlowVerdict }> {
  const { client, height } = chain
  if (flows.length === 0)
    return { forecasts: [], verdictOf: forecast => flowVerdict(forecast.flow, null, forecast, time) }
  const facts = await readForecastFacts(client, { flows, height, time }, options)
  const known = Object.entries(dryRuns).map(([id, dryRun]) => [id, dryRun ?? undefined] as const)
  return {
    forecasts: forecastFlows({ ...facts, dryRuns: Object.fromEntries(known) }, time),
    verdictOf: forecast => flowVerdict(forecast.flow, facts.histories?.[forecast.flow.id], forecast, time),
  }
}

function titleOf(verdict: FlowVerdict, maxBytes: number): string {
  return sentence(phraseText(explainVerdict(withoutSpaces(verdict)).title), maxBytes)
}

function summaryOf(part: Part | null, found: number, checked: number, unchecked: number): string {
  if (!part) return `${found === 1 ? 'The forecast' : 'The forecasts'} of ${formatCount(found, 'flow')}.`
  const count = found ? formatNumber(found) : 'None'
  const flows =
    unchecked > 0 ? `the next ${formatCount(checked, 'flow')} that run` : `${formatCount(checked, 'flow')} with a run`
  return `${count} of ${flows} in this period ${found < 2 ? 'is' : 'are'} expected to fail.`
}
