/**
 * What a database holds, the same in every engine. A kind of column is a type of each:
 *
 * - `time`: DuckDB has nanoseconds. In Postgres and ClickHouse a column of the same name with `_ns` behind it holds them, as
 *   nanoseconds since 1970
 * - `amounts`: whole numbers of up to 38 digits
 * - `json`: DuckDB's JSON, Postgres' jsonb, a string in ClickHouse
 */
export type Kind = 'text' | 'integer' | 'time' | 'boolean' | 'texts' | 'integers' | 'amounts' | 'json'

export interface Column {
  readonly kind: Kind
  readonly nullable?: true
  readonly means: string
}

export interface Table {
  /** The columns that make a row the same row. Those of a flow begin alike, so that a cluster can keep it in one place. */
  readonly key: readonly string[]
  readonly columns: Readonly<Record<string, Column>>
}

export type TableName = 'executions' | 'flows' | 'agents' | 'sync_state'

/** The names of a table's columns of some kind, or of all. */
export function columnsOf(table: TableName): string[] {
  return Object.keys(tables[table].columns)
}

const chain: Column = { kind: 'text', means: 'the chain: its `chainId`, or the address it was read from' }
const height: Column = { kind: 'integer', means: 'the block that the row was read at' }
const flowId: Column = { kind: 'integer', means: 'the flow' }

/** In the order in which they are written. */
export const tables: Readonly<Record<TableName, Table>> = {
  executions: {
    key: ['chain', 'flow_id', 'sequence'],
    columns: {
      chain,
      flow_id: flowId,
      sequence: { kind: 'integer', means: 'which of its runs, from 1' },
      scheduled_exec_time: { kind: 'time', nullable: true, means: 'when it was due' },
      actual_exec_time: { kind: 'time', nullable: true, means: 'when it ran' },
      delay_ns: { kind: 'integer', nullable: true, means: 'nanoseconds between the two' },
      outcome: {
        kind: 'text',
        nullable: true,
        means: '`succeeded`, `failed`, `timedOut`, `skipped`; null while another chain has not answered: see `runs`',
      },
      problem: {
        kind: 'text',
        nullable: true,
        means: 'why it went wrong: `feeBalanceTooLow`, `insufficientFunds`, `noGrant`, …, `other`, or `timedOut`',
      },
      executed: { kind: 'boolean', means: 'as the node says' },
      timed_out: { kind: 'boolean', means: 'as the node says' },
      errors: { kind: 'texts', means: 'as the node says' },
      fee_denoms: { kind: 'texts', means: 'what it was paid in' },
      fee_amounts: { kind: 'amounts', means: 'how much of each, in the same order: see `fees`' },
      packet_sequences: { kind: 'integers', means: 'the packets sent to another chain; none on `v1beta1`' },
      query_responses: { kind: 'texts', means: 'what another chain said before it ran, base64' },
      msg_responses: { kind: 'json', means: 'what its messages answered' },
      height,
    },
  },
  flows: {
    key: ['chain', 'flow_id'],
    columns: {
      chain,
      flow_id: flowId,
      owner: { kind: 'text', means: 'who made it' },
      label: { kind: 'text', means: 'what the owner calls it' },
      fee_address: { kind: 'text', means: 'the account that pays' },
      message_types: { kind: 'texts', means: 'what it sends, in order: `/cosmos.bank.v1beta1.MsgSend`' },
      connection_id: { kind: 'text', nullable: true, means: 'where it goes to; null where it stays on the chain' },
      agent_address: { kind: 'text', nullable: true, means: 'the trustless agent that runs it, if one does' },
      interval_ns: { kind: 'integer', nullable: true, means: 'nanoseconds between two runs; 0 for a single one' },
      start_time: { kind: 'time', nullable: true, means: 'as the node says' },
      exec_time: { kind: 'time', nullable: true, means: 'the next run while there is one, the last after that' },
      end_time: { kind: 'time', nullable: true, means: 'as the node says' },
      next_exec_time: { kind: 'time', nullable: true, means: '`exec_time`, or null once that run is in `executions`' },
      last_exec_time: { kind: 'time', nullable: true, means: 'when it ran last; null before its first run' },
      executions: { kind: 'integer', means: 'how often it ran' },
      unanswered_since: {
        kind: 'integer',
        nullable: true,
        means:
          'the first run that another chain has not answered, or not wholly: while there is one, the newest may change',
      },
      flow: { kind: 'json', means: 'the whole flow, as `@flow-query/core` reads it' },
      digest: { kind: 'text', nullable: true, means: 'of `flow`; null while its executions are still being read' },
      height,
    },
  },
  agents: {
    key: ['chain', 'agent_address'],
    columns: {
      chain,
      agent_address: { kind: 'text', means: 'a trustless agent: an account that runs flows for a fee' },
      connection_id: { kind: 'text', means: 'where it runs them' },
      port_id: { kind: 'text', means: 'as the node says' },
      fee_admin: { kind: 'text', means: 'who gets the fee' },
      fee_denoms: { kind: 'texts', means: 'what it can be paid in' },
      fee_amounts: { kind: 'amounts', means: 'how much of each, in the same order' },
      height,
    },
  },
  sync_state: {
    key: ['chain'],
    columns: {
      chain,
      schema_version: { kind: 'integer', means: 'the version of this schema' },
      owner: { kind: 'text', nullable: true, means: 'whose flows these are, where they are not all' },
      from_flow: { kind: 'integer', means: 'the first flow that is wanted' },
      height: { kind: 'integer', nullable: true, means: 'the block at which all of it was as the node says' },
      reading: { kind: 'integer', nullable: true, means: 'the block that is being read, while it is' },
      written_at: { kind: 'time', nullable: true, means: 'when this row was written' },
      writes: { kind: 'integer', means: 'how often it was' },
    },
  },
}
