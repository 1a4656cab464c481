import { columnsOf } from '../schema.js'

export interface Dialect {
  nanoseconds: (time: string) => string
  day: (time: string) => string
  sum: (amount: string) => string
}

export const responseTimeout = 3_600_000_000_000

export const grace = 60_000_000_000

export function standardViews({ nanoseconds, day, sum }: Dialect): Record<string, string> {
  // The chain may have halted, or the copy may be old. Before the first sync is complete, no flow is over.
  const blockTime = `(SELECT coalesce(max(${nanoseconds('block_time')}), 0) FROM sync_state)`
  const stored = columnsOf('executions').filter(name => name !== 'outcome' && name !== 'height')
  // An uncollected fee is the cause only if there is no other error.
  const error =
    "CASE WHEN e.errors[2] IS NOT NULL AND e.problem <> 'feeNotCollected' AND lower(e.errors[1]) LIKE 'distribution error%' THEN e.errors[2] ELSE e.errors[1] END"
  const isRunning = `${nanoseconds('f.next_exec_time')} > ${blockTime} - ${grace}`
  // A run of a flow that isn't over can be an hour late if the flow queries another chain.
  const isMissed = `${nanoseconds('p.exec_time')} < ${blockTime} - ${grace} AND (f.next_exec_time IS NULL
    OR (${nanoseconds('f.next_exec_time')} = ${nanoseconds('p.exec_time')} AND ${nanoseconds('p.exec_time')} < ${blockTime} - ${responseTimeout}))`
  return {
    runs: `
      SELECT ${stored.map(name => `e.${name}`).join(', ')}, f.owner, f.label,
        coalesce(e.outcome, CASE
          WHEN ${nanoseconds('e.actual_exec_time')} + least(coalesce(nullif(f.interval_ns, 0), ${responseTimeout}), ${responseTimeout}) > ${blockTime}
          THEN 'pending' ELSE 'unacknowledged' END) AS outcome
      FROM executions e LEFT JOIN flows f ON f.chain = e.chain AND f.flow_id = e.flow_id`,
    fees: `
      SELECT chain, flow_id, sequence, owner, label, actual_exec_time, ${day('actual_exec_time')} AS day, outcome, problem,
        unnest(fee_denoms) AS denom, unnest(fee_amounts) AS amount
      FROM runs`,
    upcoming_runs: `
      SELECT f.chain, f.next_exec_time, f.flow_id, f.owner, f.label, f.message_types, f.interval_ns
      FROM flows f WHERE ${isRunning} ORDER BY f.next_exec_time`,
    upcoming_failures: `
      SELECT p.chain, p.risk_time, p.flow_id, f.owner, f.label, p.risk_sequence, p.risk, p.risk_certainty,
        p.missing_amount, p.missing_denom, p.sentence, p.verdict, p.verdict_text, p.next_run, p.height
      FROM forecasts p JOIN flows f ON f.chain = p.chain AND f.flow_id = p.flow_id
      WHERE p.expected_failure AND ${nanoseconds('p.exec_time')} = ${nanoseconds('f.next_exec_time')}
        AND ${nanoseconds('p.risk_time')} > ${blockTime} - ${grace}
      ORDER BY ${nanoseconds('p.risk_time')}, p.flow_id`,
    prediction_results: `
      SELECT r.*, r.success_percent - CASE WHEN r.outcome = 'succeeded' THEN 100 ELSE 0 END AS error_percent,
        CASE WHEN r.prediction <> 'unknown' THEN (r.outcome = 'succeeded') = (r.prediction = 'likely') END AS correct
      FROM (
        SELECT p.chain, p.flow_id, p.sequence, f.owner, f.label, p.exec_time, p.made_at, p.release, p.prediction,
          p.success_percent, p.expected_outcome, p.risk, coalesce(e.outcome, 'noRun') AS outcome
        FROM predictions p
        JOIN flows f ON f.chain = p.chain AND f.flow_id = p.flow_id
        LEFT JOIN runs e ON e.chain = p.chain AND e.flow_id = p.flow_id AND e.sequence = p.sequence
        WHERE (e.scheduled_exec_time = p.exec_time AND e.outcome <> 'pending')
          OR (e.sequence IS NULL AND ${isMissed})
      ) r`,
    prediction_accuracy: `
      SELECT chain, release, prediction, success_percent, count(*) AS runs,
        sum(CASE WHEN correct THEN 1 WHEN NOT correct THEN 0 END) AS came_true
      FROM prediction_results GROUP BY chain, release, prediction, success_percent
      ORDER BY release, success_percent`,
    brier_scores: `
      SELECT chain, release, count(*) AS runs, count(CASE WHEN prediction = 'unknown' THEN 1 END) AS unknown_runs,
        count(CASE WHEN prediction = 'willFail' AND NOT correct THEN 1 END) AS wrong_will_fail,
        avg(error_percent * error_percent) / 10000.0 AS brier_score
      FROM prediction_results GROUP BY chain, release ORDER BY release`,
    failing_flows: `
      SELECT f.chain, f.flow_id, f.owner, f.label, (${isRunning}) IS TRUE AS running, count(*) AS failures,
        min(e.sequence) AS since_sequence, min(e.actual_exec_time) AS since, max(e.actual_exec_time) AS last_failure,
        (array_agg(e.problem ORDER BY e.sequence DESC))[1] AS problem,
        (array_agg(${error} ORDER BY e.sequence DESC))[1] AS error
      FROM flows f
      JOIN (
        SELECT chain, flow_id, max(CASE WHEN outcome = 'succeeded' THEN sequence ELSE 0 END) AS last_success
        FROM executions GROUP BY chain, flow_id
      ) s ON s.chain = f.chain AND s.flow_id = f.flow_id
      JOIN executions e ON e.chain = f.chain AND e.flow_id = f.flow_id
        AND e.sequence > s.last_success AND e.outcome IN ('failed', 'timedOut', 'feeNotCollected', 'idle')
      GROUP BY f.chain, f.flow_id, f.owner, f.label, ${nanoseconds('f.next_exec_time')}`,
    problems_by_cause: `
      SELECT chain, problem, count(*) AS failures, count(DISTINCT flow_id) AS flows,
        min(actual_exec_time) AS first, max(actual_exec_time) AS last
      FROM executions WHERE problem IS NOT NULL GROUP BY chain, problem ORDER BY failures DESC`,
    fees_by_day: `
      SELECT chain, day, denom, ${sum('amount')} AS total, count(*) AS executions
      FROM fees GROUP BY chain, day, denom ORDER BY day, denom`,
    owners: `
      SELECT f.chain, f.owner, count(*) AS flows, count(CASE WHEN ${isRunning} THEN 1 END) AS running,
        coalesce(sum(s.executions), 0) AS executions, coalesce(sum(s.failures), 0) AS failures,
        max(f.last_exec_time) AS last_exec_time
      FROM flows f
      LEFT JOIN (
        SELECT chain, flow_id, count(*) AS executions,
          count(CASE WHEN outcome IN ('failed', 'timedOut', 'idle') THEN 1 END) AS failures
        FROM executions GROUP BY chain, flow_id
      ) s ON s.chain = f.chain AND s.flow_id = f.flow_id
      GROUP BY f.chain, f.owner ORDER BY executions DESC`,
  }
}
