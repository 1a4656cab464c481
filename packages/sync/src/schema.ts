/** Only DuckDB has timestamps with nanoseconds. The other databases have a second column with the suffix `_ns`. */
export type Kind = 'text' | 'integer' | 'time' | 'boolean' | 'texts' | 'integers' | 'amount' | 'amounts' | 'json'

export interface Column {
  readonly kind: Kind
  readonly nullable?: true
  readonly means: string
}

export interface Table {
  /** The names of the key columns. They start with the chain and the flow ID, so that a cluster can store a flow on one shard. */
  readonly key: readonly string[]
  readonly columns: Readonly<Record<string, Column>>
}

export type TableName = 'executions' | 'flows' | 'predictions' | 'forecasts' | 'agents' | 'sync_state'

export function columnsOf(table: TableName): string[] {
  return Object.keys(tables[table].columns)
}

const chain: Column = { kind: 'text', means: 'the `chainId`, or the URL of the LCD if no `chainId` is set' }
const height: Column = { kind: 'integer', means: 'the block height at which the row was read' }
const flowId: Column = { kind: 'integer', means: 'the ID of the flow' }

const rawColumn: Column = {
  kind: 'json',
  nullable: true,
  means: 'values that are too large for their columns. These columns are null. Null if all values fit',
}

/**
 * In the order in which they are written: a row of `flows` shows which executions are stored, and a row of `forecasts` that its
 * prediction is stored.
 */
export const tables: Readonly<Record<TableName, Table>> = {
  executions: {
    key: ['chain', 'flow_id', 'sequence'],
    columns: {
      chain,
      flow_id: flowId,
      sequence: { kind: 'integer', means: 'the number of the run, starting at 1' },
      scheduled_exec_time: { kind: 'time', nullable: true, means: 'the scheduled time' },
      actual_exec_time: { kind: 'time', nullable: true, means: 'the actual time' },
      delay_ns: { kind: 'integer', nullable: true, means: 'the difference in nanoseconds' },
      outcome: {
        kind: 'text',
        nullable: true,
        means:
          '`succeeded`, `feeNotCollected`, `failed`, `timedOut`, `idle` or `skipped`. Null until another chain responds (see `runs`)',
      },
      problem: {
        kind: 'text',
        nullable: true,
        means:
          'the cause of a failure: `feeBalanceTooLow`, `feeNotCollected`, `noGrant`, …, `other`, `timedOut` or `idle`',
      },
      executed: { kind: 'boolean', means: 'the value of the node' },
      timed_out: { kind: 'boolean', means: 'the value of the node' },
      errors: { kind: 'texts', means: 'the error messages of the chain' },
      fee_denoms: { kind: 'texts', means: 'the denoms of the fee' },
      fee_amounts: { kind: 'amounts', means: 'the amount of each denom, in the same order (see `fees`)' },
      packet_sequences: { kind: 'integers', means: 'the packets sent to another chain. Empty for `v1beta1`' },
      query_responses: { kind: 'texts', means: 'the responses to interchain queries before the run, in base64' },
      msg_responses: { kind: 'json', means: 'the responses to the messages' },
      raw: rawColumn,
      height,
    },
  },
  flows: {
    key: ['chain', 'flow_id'],
    columns: {
      chain,
      flow_id: flowId,
      owner: { kind: 'text', means: 'the owner of the flow' },
      label: { kind: 'text', means: 'the label that the owner chose' },
      fee_address: { kind: 'text', means: 'the account that pays the fees' },
      message_types: { kind: 'texts', means: 'the types of its messages, such as `/cosmos.bank.v1beta1.MsgSend`' },
      connection_id: { kind: 'text', nullable: true, means: 'the connection to another chain. Null for a local flow' },
      agent_address: { kind: 'text', nullable: true, means: 'the trustless agent that executes the flow, if any' },
      interval_ns: { kind: 'integer', nullable: true, means: 'nanoseconds between two runs. 0 for a single run' },
      start_time: { kind: 'time', nullable: true, means: 'the start of the schedule' },
      exec_time: { kind: 'time', nullable: true, means: 'the next run. After the last run, the time of that run' },
      end_time: { kind: 'time', nullable: true, means: 'the end of the schedule' },
      next_exec_time: { kind: 'time', nullable: true, means: '`exec_time`, or null after the last run' },
      last_exec_time: { kind: 'time', nullable: true, means: 'the time of the last run. Null before the first run' },
      executions: { kind: 'integer', means: 'the number of runs' },
      unanswered_since: {
        kind: 'integer',
        nullable: true,
        means:
          'the first run that another chain has not fully acknowledged. While it is set, the newest run may change',
      },
      flow: { kind: 'json', means: 'the complete flow, as in `@flow-query/core`' },
      digest: { kind: 'text', nullable: true, means: 'a hash of `flow`. Null until all executions are written' },
      height,
    },
  },
  predictions: {
    key: ['chain', 'flow_id', 'sequence'],
    columns: {
      chain,
      flow_id: flowId,
      sequence: { kind: 'integer', means: 'the number of the predicted run, starting at 1' },
      exec_time: { kind: 'time', nullable: true, means: 'when this run is due' },
      made_at: { kind: 'time', nullable: true, means: 'the time of the block at `height`' },
      release: { kind: 'text', means: 'the version of `@flow-query/insights` that made the forecast' },
      prediction: { kind: 'text', means: '`willFail`, `likelyToFail`, `atRisk`, `likely` or `unknown`' },
      success_percent: {
        kind: 'integer',
        nullable: true,
        means: 'the probability that the run succeeds, from 0 to 100. Null for `unknown`',
      },
      expected_outcome: {
        kind: 'text',
        means: '`succeeded`, `feeNotCollected`, `failed`, `idle`, `skipped` or `unknown`',
      },
      risk: { kind: 'text', nullable: true, means: 'the first risk of this run: `feeBalanceTooLow`, …' },
      height,
    },
  },
  forecasts: {
    key: ['chain', 'flow_id'],
    columns: {
      chain,
      flow_id: flowId,
      exec_time: { kind: 'time', nullable: true, means: 'the next run when the forecast was made. Null without one' },
      next_run: {
        kind: 'text',
        nullable: true,
        means: '`likely`, `atRisk`, `willFail`, `none` or `unknown`. Null without a forecast (see `reason`)',
      },
      expected_failure: { kind: 'boolean', means: 'whether `risk` is a certain or likely failure of a run' },
      risk: {
        kind: 'text',
        nullable: true,
        means: 'the first expected failure, or else the first other risk: `feeBalanceTooLow`, `messageFunds`, …',
      },
      risk_certainty: { kind: 'text', nullable: true, means: '`certain`, `likely` or `unknown`' },
      risk_time: { kind: 'time', nullable: true, means: 'when the first affected run is due' },
      risk_sequence: { kind: 'integer', nullable: true, means: 'the number of this run, starting at 1' },
      missing_amount: { kind: 'amount', nullable: true, means: 'how much more the account needs' },
      missing_denom: { kind: 'text', nullable: true, means: 'the denom of `missing_amount`' },
      payer: { kind: 'text', nullable: true, means: 'the account that pays: `feeAccount`, `wallet` or `none`' },
      payer_address: {
        kind: 'text',
        nullable: true,
        means: 'the address of this account, or of the fee account for `none`',
      },
      cost_amount: { kind: 'amount', nullable: true, means: 'the cost of a run' },
      cost_denom: { kind: 'text', nullable: true, means: 'the denom of `cost_amount`' },
      runs_at_least: { kind: 'integer', nullable: true, means: 'the lowest number of runs that can be paid' },
      runs_likely: { kind: 'integer', nullable: true, means: 'the likely number of runs that can be paid' },
      runs_at_most: {
        kind: 'integer',
        nullable: true,
        means: 'the highest number of runs that can be paid. Null if more can be paid',
      },
      scheduled_runs: { kind: 'integer', nullable: true, means: 'the number of runs until the end of the schedule' },
      lasts_until: {
        kind: 'time',
        nullable: true,
        means: 'the last run that can be paid. Null if all, none or at least `runs_at_least` can be paid',
      },
      sentence: {
        kind: 'text',
        nullable: true,
        means: 'the risk and its remedy in plain English, or the forecast if there is no risk',
      },
      verdict: {
        kind: 'text',
        nullable: true,
        means: 'the worse of health and forecast, such as `willStop` or `healthy`. Null in old rows',
      },
      verdict_text: {
        kind: 'text',
        nullable: true,
        means: 'the verdict with its cause, such as `Will stop: 0.038 INTO short`. Null in old rows',
      },
      reason: {
        kind: 'text',
        nullable: true,
        means: 'why there is no forecast, or why it is `unknown`. Null otherwise',
      },
      fee_balance: { kind: 'json', nullable: true, means: 'the coins of the fee account. Null if they were not read' },
      flow_height: { kind: 'integer', means: 'the `height` of the row in `flows` when the forecast was made' },
      block_time: { kind: 'time', nullable: true, means: 'the time of the block at `height`' },
      height,
    },
  },
  agents: {
    key: ['chain', 'agent_address'],
    columns: {
      chain,
      agent_address: { kind: 'text', means: 'the address of the agent, an account that executes flows for a fee' },
      connection_id: { kind: 'text', means: 'the connection to the chain on which it executes flows' },
      port_id: { kind: 'text', means: 'the IBC port of its account' },
      fee_admin: { kind: 'text', means: 'the account that receives the fee and can change it' },
      fee_denoms: { kind: 'texts', means: 'the accepted denoms' },
      fee_amounts: { kind: 'amounts', means: 'the amount of each denom, in the same order' },
      raw: rawColumn,
      height,
    },
  },
  sync_state: {
    key: ['chain'],
    columns: {
      chain,
      schema_version: { kind: 'integer', means: 'the version of this schema' },
      owner: { kind: 'text', nullable: true, means: 'the owner, if the database contains only one' },
      from_flow: { kind: 'integer', means: 'the first flow ID to sync' },
      height: { kind: 'integer', nullable: true, means: 'the block height of the last complete sync' },
      block_time: {
        kind: 'time',
        nullable: true,
        means: 'the time of the block of the last complete sync. The views decide by it. Null until then',
      },
      reading: { kind: 'integer', nullable: true, means: 'the block height of the sync in progress' },
      written_at: { kind: 'time', nullable: true, means: 'the time of the last write' },
      writes: { kind: 'integer', means: 'the number of writes' },
    },
  },
}
