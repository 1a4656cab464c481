import { grace, responseTimeout } from './views.js'

const blockTime = '(SELECT ifNull(max(block_time_ns), 0) FROM sync_state FINAL)'
const stillDue = `${blockTime} - toInt64(${grace})`
const longest = `toInt64(${responseTimeout})`
const deadline = `if(ifNull(interval_ns, 0) = 0, ${longest}, least(assumeNotNull(interval_ns), ${longest}))`

/** This SQL works since ClickHouse 18.16. Old versions confuse equal names in inner and outer queries. */
export const clickhouseViews: Record<string, string> = {
  runs: `
    SELECT chain, flow_id, sequence, scheduled_exec_time, scheduled_exec_time_ns, actual_exec_time, actual_exec_time_ns,
      delay_ns, problem, executed, timed_out, errors, fee_denoms, fee_amounts, packet_sequences, query_responses,
      msg_responses, owner, label,
      multiIf(known_outcome IS NOT NULL, assumeNotNull(known_outcome), ifNull(actual_exec_time_ns, 0) + ${deadline} > ${blockTime}, 'pending', 'unacknowledged') AS outcome
    FROM (
      SELECT chain, flow_id, sequence, scheduled_exec_time, scheduled_exec_time_ns, actual_exec_time, actual_exec_time_ns,
        delay_ns, problem, executed, timed_out, errors, fee_denoms, fee_amounts, packet_sequences, query_responses,
        msg_responses, outcome AS known_outcome
      FROM executions FINAL
    ) AS e ANY LEFT JOIN (
      SELECT chain, flow_id, owner, label, interval_ns FROM flows FINAL
    ) AS f USING (chain, flow_id)`,
  fees: `
    SELECT chain, flow_id, sequence, owner, label, actual_exec_time, toDate(actual_exec_time) AS day, outcome, problem,
      denom, amount
    FROM runs ARRAY JOIN fee_denoms AS denom, fee_amounts AS amount`,
  upcoming_runs: `
    SELECT chain, next_exec_time, flow_id, owner, label, message_types, interval_ns
    FROM flows FINAL WHERE ifNull(next_exec_time_ns, 0) > ${stillDue} ORDER BY next_exec_time_ns, flow_id`,
  upcoming_failures: `
    SELECT chain, risk_time, flow_id, owner, label, risk_sequence, risk, risk_certainty, missing_amount, missing_denom,
      sentence, verdict, verdict_text, next_run, height
    FROM (
      SELECT chain, flow_id, exec_time_ns AS run_ns, risk_time, risk_time_ns AS risk_ns, risk_sequence, risk,
        risk_certainty, missing_amount, missing_denom, sentence, verdict, verdict_text, next_run, height
      FROM forecasts FINAL WHERE expected_failure AND ifNull(risk_time_ns, 0) > ${stillDue}
    ) AS p ANY LEFT JOIN (
      SELECT chain, flow_id, owner, label, next_exec_time_ns AS next_ns FROM flows FINAL
    ) AS f USING (chain, flow_id)
    WHERE run_ns = next_ns ORDER BY risk_ns, flow_id`,
  prediction_results: `
    SELECT chain, flow_id, sequence, owner, label, exec_time, exec_time_ns, made_at, made_at_ns, release, prediction,
      success_percent, expected_outcome, risk, outcome,
      success_percent - if(outcome = 'succeeded', 100, 0) AS error_percent,
      if(prediction = 'unknown', NULL, (outcome = 'succeeded') = (prediction = 'likely')) AS correct
    FROM (
      SELECT chain, flow_id, sequence, owner, label, exec_time, exec_time_ns, made_at, made_at_ns, release, prediction,
        success_percent, expected_outcome, risk, next_ns, ran_ns, if(happened = '', 'noRun', happened) AS outcome
      FROM (
        SELECT chain, flow_id, sequence, owner, label, exec_time, exec_time_ns, made_at, made_at_ns, release,
          prediction, success_percent, expected_outcome, risk, next_ns
        FROM (
          SELECT chain, flow_id, sequence, exec_time, exec_time_ns, made_at, made_at_ns, release, prediction,
            success_percent, expected_outcome, risk
          FROM predictions FINAL
        ) AS p ANY LEFT JOIN (
          SELECT chain, flow_id, owner, label, ifNull(next_exec_time_ns, 0) AS next_ns FROM flows FINAL
        ) AS f USING (chain, flow_id)
      ) AS known ANY LEFT JOIN (
        SELECT chain, flow_id, sequence, ifNull(scheduled_exec_time_ns, 0) AS ran_ns, outcome AS happened FROM runs
      ) AS e USING (chain, flow_id, sequence)
    ) AS results
    WHERE (ran_ns = ifNull(exec_time_ns, 0) AND outcome != 'pending' AND outcome != 'noRun')
      OR (outcome = 'noRun' AND ifNull(exec_time_ns, 0) < ${stillDue}
        AND (next_ns = 0 OR (next_ns = ifNull(exec_time_ns, 0) AND next_ns < ${blockTime} - ${longest})))`,
  prediction_accuracy: `
    SELECT chain, release, prediction, success_percent, count() AS runs, sum(correct) AS came_true
    FROM prediction_results GROUP BY chain, release, prediction, success_percent
    ORDER BY release, success_percent`,
  brier_scores: `
    SELECT chain, release, count() AS runs, countIf(prediction = 'unknown') AS unknown_runs,
      countIf(prediction = 'willFail' AND ifNull(correct, 1) = 0) AS wrong_will_fail,
      avg(error_percent * error_percent) / 10000 AS brier_score
    FROM prediction_results GROUP BY chain, release ORDER BY release`,
  failing_flows: `
    SELECT chain, flow_id, owner, label, running, failures, since_sequence, since, last_failure, problem, error
    FROM (
      SELECT chain, flow_id, count() AS failures, min(sequence) AS since_sequence, min(ran_at) AS since,
        max(ran_at) AS last_failure, argMax(cause, sequence) AS problem, argMax(message, sequence) AS error
      FROM (
        SELECT chain, flow_id, sequence, actual_exec_time AS ran_at, assumeNotNull(problem) AS cause,
          if(length(errors) > 1 AND cause != 'feeNotCollected' AND lower(errors[1]) LIKE 'distribution error%', errors[2], errors[1]) AS message
        FROM executions FINAL WHERE ifNull(outcome, '') IN ('failed', 'timedOut', 'feeNotCollected', 'idle')
      ) AS e ANY LEFT JOIN (
        SELECT chain, flow_id, max(sequence) AS last_success
        FROM executions FINAL WHERE ifNull(outcome, '') = 'succeeded' GROUP BY chain, flow_id
      ) AS s USING (chain, flow_id)
      WHERE sequence > last_success GROUP BY chain, flow_id
    ) AS failing ANY LEFT JOIN (
      SELECT chain, flow_id, owner, label, ifNull(next_exec_time_ns, 0) > ${stillDue} AS running FROM flows FINAL
    ) AS f USING (chain, flow_id)`,
  problems_by_cause: `
    SELECT chain, problem, count() AS failures, uniqExact(flow_id) AS flows, min(actual_exec_time) AS first,
      max(actual_exec_time) AS last
    FROM executions FINAL WHERE problem IS NOT NULL GROUP BY chain, problem ORDER BY failures DESC`,
  fees_by_day: `
    SELECT chain, day, denom, if(sum(toFloat64(amount)) < 1e38, sum(amount), NULL) AS total, count() AS executions
    FROM fees GROUP BY chain, day, denom ORDER BY day, denom`,
  owners: `
    SELECT chain, owner, count() AS flows, sum(is_running) AS running, sum(runs) AS executions, sum(failed) AS failures,
      max(ran_last) AS last_exec_time
    FROM (
      SELECT chain, flow_id, owner, ifNull(next_exec_time_ns, 0) > ${stillDue} AS is_running, last_exec_time AS ran_last
      FROM flows FINAL
    ) AS f ANY LEFT JOIN (
      SELECT chain, flow_id, count() AS runs, countIf(ifNull(outcome, '') IN ('failed', 'timedOut', 'idle')) AS failed
      FROM executions FINAL GROUP BY chain, flow_id
    ) AS e USING (chain, flow_id)
    GROUP BY chain, owner ORDER BY executions DESC`,
}
