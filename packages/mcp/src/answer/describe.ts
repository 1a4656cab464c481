import { type ChainTime, type Flow, flowStatus } from '@flow-query/core'
import {
  describeFlow,
  describeForecast,
  describeNextRun,
  describeRules,
  describeSchedule,
  describeSummary,
  explainDryRun,
  explainRisk,
  explainVerdict,
  formatAmount,
  formatTime,
  nameVerdict,
  phraseText,
} from '@flow-query/format'
import type { CheckedFlow } from '@flow-query/insights'
import { flowVerdict, summarizeHistory } from '@flow-query/insights'
import type { FlowDryRun, FlowForecast } from '@flow-query/insights/forecast'
import type { z } from 'zod'
import type { Part } from '../chain.js'
import type { coverage, flowRow, forecast as forecastSchema, verdict as verdictSchema } from '../schemas.js'
import { sentence, untrusted, withoutSpaces } from '../untrusted.js'
import type { Space } from './result.js'

export function describeRow(flow: Flow, time: ChainTime, isDetailed: boolean, space: Space): z.input<typeof flowRow> {
  const row = {
    id: flow.id,
    label: untrusted(flow.label, space.text),
    status: flowStatus(flow, time),
    does: untrusted(describeFlow(flow), space.text),
    next: sentence(describeNextRun(flow, time)),
    owner: untrusted(flow.owner),
  }
  if (!isDetailed) return row
  const { conditions, configuration } = describeRules(flow)
  const connection = flow.selfHostedIca?.connectionId || flow.trustlessAgent?.connectionId
  return {
    ...row,
    feeAccount: untrusted(flow.feeAddress),
    schedule: describeSchedule(withoutSpaces(flow), { now: time.readAt }).map(line => sentence(line)),
    conditions: conditions.slice(0, space.items).map(condition => untrusted(phraseText(condition), space.text)),
    configuration: configuration.map(line => sentence(line)),
    ...(connection && { connection: untrusted(connection) }),
    ...(flow.trustlessAgent && { agent: untrusted(flow.trustlessAgent.agentAddress) }),
  }
}

/** Describes the worse of the health and the forecast. Without a forecast, describes the health. */
export function describeState(
  { flow, newest, agent, packets }: CheckedFlow,
  time: ChainTime,
  isDetailed: boolean,
  space: Space,
  forecast: FlowForecast | null = null,
): z.input<typeof verdictSchema> {
  const verdict = flowVerdict(withoutSpaces(flow), newest, withoutSpaces(forecast), time)
  const { title, second, since, help, chainSaid } = explainVerdict(verdict, {
    agent: withoutSpaces(agent),
    packets,
  })
  return {
    state: verdict.state,
    name: nameVerdict(verdict),
    needsAttention: verdict.needsAttention,
    title: sentence(phraseText(title), space.text),
    second: second && sentence(phraseText(second), space.text),
    since: since && sentence(phraseText(since), space.text),
    help: help && sentence(help, space.text * 2),
    chainSaid: chainSaid === null ? null : untrusted(chainSaid, space.text),
    ...(isDetailed && {
      history: describeSummary(withoutSpaces(summarizeHistory(newest, flow, time)), {
        isWhole: newest.nextKey === null,
        agent: withoutSpaces(agent),
      }).map(line => sentence(line, space.text)),
    }),
  }
}

const firstRisks = 3

export function describeFlowForecast(
  forecast: FlowForecast,
  time: ChainTime,
  isDetailed: boolean,
  space: Space,
  dryRun?: FlowDryRun | null,
): z.input<typeof forecastSchema> {
  const facts = withoutSpaces(forecast)
  const { nextRun, risks, funds, runs, assumptions } = facts
  const dryRunWords = dryRun && `. In a dry run: ${explainDryRun(dryRun, facts.flow).title}`
  const most = isDetailed ? space.items : Math.min(firstRisks, space.items)
  return {
    nextRun,
    inWords: sentence(describeForecast(facts) + (dryRunWords ?? ''), space.text * 2),
    risks: risks.slice(0, most).map(risk => {
      const words = explainRisk(risk, facts, { now: time.readAt })
      return {
        kind: risk.kind,
        certainty: risk.certainty,
        at: sentence(formatTime(risk.at)),
        run: risk.run,
        sentence: sentence(words.sentence, space.text * 2),
        remedy: words.remedy && sentence(words.remedy, space.text * 2),
      }
    }),
    ...(isDetailed && {
      funds: funds && {
        payer: funds.payer,
        address: untrusted(funds.address),
        balance: sentence(formatAmount({ denom: funds.denom, amount: funds.balance })),
        costPerRun: sentence(formatAmount({ denom: funds.denom, amount: funds.costPerRun })),
        runsLikely: funds.runs.likely,
        runsScheduled: funds.scheduled,
        lastsUntil: funds.lastsUntil && sentence(formatTime(funds.lastsUntil)),
      },
      runs: runs.slice(0, space.items).map(({ number, time, outcome }) => ({
        number,
        time: sentence(formatTime(time)),
        outcome,
      })),
      assumptions: [...assumptions],
    }),
  }
}

export function describeCoverage({ flows, total, next }: Part): z.input<typeof coverage> {
  return { flowsRead: flows.length, flowsInTotal: total, complete: next === null }
}
