import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const home = new URL('../', import.meta.url)

test('the exports of each entry point', async () => {
  const { exports } = JSON.parse(await readFile(new URL('package.json', home), 'utf8'))
  const names: Record<string, string[]> = {}
  for (const [entry, paths] of Object.entries<{ '@flow-query/source'?: string }>(exports)) {
    const source = paths['@flow-query/source']
    if (source) names[entry] = Object.keys(await import(new URL(source, home).href)).sort()
  }
  expect(names).toMatchInlineSnapshot(`
    {
      ".": [
        "compareVerdicts",
        "flowHealth",
        "flowVerdict",
        "flowsToCheck",
        "hasFailed",
        "readAgent",
        "readHealth",
        "readVerdicts",
        "recentFlowsToCheck",
        "runToInspect",
        "stopReason",
        "summarizeFlowsInSteps",
        "summarizeHistory",
        "unclearRuns",
        "upcomingRuns",
        "verdictOf",
      ],
      "./draft": [
        "checkFlow",
        "draftFrom",
        "draftMessage",
        "fixDraft",
        "parseDraft",
        "parseDuration",
        "planDraft",
        "portalLink",
        "readDraftFacts",
        "withCoins",
      ],
      "./forecast": [
        "authzGrants",
        "balances",
        "clientStatus",
        "dryRunFlow",
        "dryRunIfDue",
        "evaluateConditions",
        "expectedFailures",
        "factsOf",
        "flowDependencies",
        "flowsDueUntil",
        "forecastFlow",
        "forecastFlows",
        "groupFailures",
        "icaChannel",
        "nextFailures",
        "planForecasts",
        "readFact",
        "readForecastFacts",
        "readPackets",
        "reportedFailures",
        "spendableBalances",
        "unbondingDelegations",
      ],
      "./query": [
        "authzGrantsQueryOptions",
        "balancesQueryOptions",
        "clientStatusQueryOptions",
        "combineFlowsHealth",
        "factQueryKeys",
        "flowDryRunQueryOptions",
        "flowHealthQueryOptions",
        "icaChannelQueryOptions",
        "initialDraftChecker",
        "initialForecaster",
        "newestRunsQueryOptions",
        "prefetchFlowsHealth",
        "prefetchFlowsVerdict",
        "spendableBalancesQueryOptions",
        "unbondingDelegationsQueryOptions",
        "updateDraftChecker",
        "updateForecaster",
        "updateForecasterInSteps",
        "withChainTime",
      ],
    }
  `)
})
