import { expect, test } from 'vitest'
import { clickhouse, databaseAt, postgres } from '../index.js'

test.each([
  ['', 'The name of the database is empty. Use a file name such as flows.duckdb.'],
  [' ', 'The name of the database is empty'],
  [':memory:', 'An in-memory database is lost when the process ends'],
  ['host=localhost password=hunter2 dbname=flows', 'is not supported. Write it as postgres://user:password@host'],
  ['dbname = flows password = hunter2', 'is not supported. Write it as postgres://user:password@host'],
  ['md:hunter2', 'md: is not a supported database. Use a file name, postgres://'],
  ['mysql://flow:hunter2@host/flows', 'mysql: is not a supported database'],
  ['clickhouse://flow:hunter2@host/flows', 'clickhouse: is not a supported database'],
  ['http://flow:hunter2@host/flows', 'http: is not a supported database'],
])('rejects %j before it opens a file', (target, message) => {
  const open = () => databaseAt(target)
  expect(open).toThrow(expect.objectContaining({ kind: 'database' }))
  expect(open).toThrow(message)
  expect(open).not.toThrow('hunter2')
})

test('rejects an invalid URL of Postgres', () => {
  for (const address of ['postgres://', 'http://flow:hunter2@host/flows', 'hunter2'])
    expect(() => postgres(address)).toThrow(
      'The URL of the database is invalid. Use this form: postgres://user:password@host/database.',
    )
})

test('rejects an invalid URL of ClickHouse', () => {
  for (const address of [
    'clickhouse+tcp://host',
    'postgres://flow:hunter2@host/flows',
    'hunter2',
    'http://flow:hunter2%@host',
  ])
    expect(() => clickhouse(address)).toThrow(
      'The URL of the database is invalid. Use this form: http://user:password@host/database.',
    )
})
