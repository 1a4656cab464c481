import { readFileSync } from 'node:fs'
import { isFlowQueryError } from '@flow-query/core'
import { createLcd, type Lcd, stateFromRecording } from '@flow-query/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seed } from '../../../tests/setup/seed.js'
import { checkSync, type Database, databaseAt, isSyncError, sync } from '../src/index.js'
import type { Engine } from '../src/store.js'
import { openTables } from '../src/tables.js'
import type { EngineDisk, TestEngine } from './engines.js'
import { expectRecoveryFromFullDisk } from './failures.js'
import { expectCorrectForecasts } from './forecast-suite.js'
import { expectRecoveryFromInterruptions } from './kill.js'
import { expectCorrectPredictions, expectNewestPrediction } from './prediction-suite.js'
import {
  at,
  chainOf,
  createTestLcd,
  define,
  expectSame,
  resultOf,
  rewriteEntries,
  rowsOf,
  setSchemaVersion,
} from './truth.js'
import { expectCorrectViews, expectTimeOfBlock } from './views-suite.js'

function recording(name: string) {
  return JSON.parse(readFileSync(new URL(`../../testing/recordings/${name}`, import.meta.url), 'utf8'))
}

/** The number of syncs to interrupt at random points. `npm run soak -- sync` interrupts more. */
const interruptions = Number(process.env.FLOW_QUERY_INTERRUPTIONS ?? 4)

/** The tests that all databases must pass. They use a real database server. */
export function describeEngine(engine: TestEngine): void {
  if (engine.missing) console.warn(`Skipped: ${engine.name}. ${engine.missing}`)
  const newDatabase = async () => databaseAt(await engine.newTarget())

  describe.runIf(!engine.missing)(engine.name, () => {
    let disk: EngineDisk | undefined
    beforeAll(async () => {
      await engine.start()
      disk = await engine.newDisk()
      if (!disk) console.warn(`Skipped: ${engine.name} on a full disk. This process may not mount a disk.`)
    })
    afterAll(async () => {
      await disk?.remove()
      await engine.stop()
    })

    test.each(Object.entries<string>(recording('releases.json')))(
      'copies the recorded chain %s',
      async (folder, release) => {
        const lcd = createLcd({ release, state: stateFromRecording(recording(`${folder}/state.json`)) })
        const database = await newDatabase()
        const { height, flows } = await sync(chainOf(lcd), { to: database })
        expect({ height, flows }).toEqual({ height: lcd.height, flows: lcd.state.flows.length })
        await expectSame(database, lcd)
        expect(await checkSync(chainOf(lcd), { database })).toMatchObject({ height, flows, differences: [] })
      },
    )

    test('updates the database while the chain advances', async () => {
      const { lcd, clock } = createTestLcd()
      const database = await newDatabase()
      for (let step = 0; step < 6; step++) {
        await sync(chainOf(lcd), { to: database, batchSize: 10 })
        await expectSame(database, lcd)
        clock.advance(25_000)
        lcd.updateFlow(step + 1, { label: `Changed at step ${step}` })
        lcd.addFlow({ label: 'New', execTime: at(30 * step + 40) })
      }
    })

    test('creates correct views', async () => {
      await expectCorrectViews(await newDatabase())
    })

    test('decides by the time of the copied block whether a flow is over', async () => {
      await expectTimeOfBlock(await newDatabase())
    })

    test('writes correct forecasts', async () => {
      await expectCorrectForecasts(await newDatabase())
    })

    test('shows which forecasts came true', async () => {
      await expectCorrectPredictions(await newDatabase())
      await expectNewestPrediction(await newDatabase())
    })

    test('stores any text', async () => {
      const { lcd } = createTestLcd({ flows: 1 })
      const database = await newDatabase()
      const quoting = [`'"\\`, '</script>', '\\u0000', '$1 {} [] ? %s', '$rows$ $rows_$ $$ ; ROLLBACK']
      for (const label of ['', '🚀 日本語', '\n\t\r', '\u2028', 'x'.repeat(10_000), ...quoting]) {
        const msgs = [{ '@type': '/x.Msg', memo: label, 'a.b c': [1, null, true] }]
        lcd.addFlow({ label, execTime: at(1_000), msgs })
      }
      await sync(chainOf(lcd), { to: database })
      await expectSame(database, lcd)
      await fc.assert(
        fc.asyncProperty(fc.array(fc.string({ unit: 'binary' }), { maxLength: 20 }), async labels => {
          for (const label of labels)
            lcd.addFlow({ label, execTime: at(1_000), msgs: [{ '@type': '/x.Msg', memo: label }] })
          await sync(chainOf(lcd), { to: database })
          expect(await checkSync(chainOf(lcd), { database })).toMatchObject({ differences: [] })
        }),
        { numRuns: 5 },
      )
    })

    test('replaces characters that databases reject with �', async () => {
      const { lcd } = createTestLcd({ flows: 1 })
      const database = await newDatabase()
      lcd.addFlow({ label: 'a\0b\\u0000c', execTime: at(1_000), msgs: [{ '@type': '/x.Msg', memo: 'a\0b\\\0' }] })
      await sync(chainOf(lcd), { to: database })
      const [row] = await rowsOf(database, 'flows', 'flow_id = 2')
      expect(row).toMatchObject({ label: 'a�b\\u0000c' })
      expect(JSON.parse(`${row?.flow}`)).toMatchObject({ label: 'a�b\\u0000c', msgs: [{ memo: 'a�b\\�' }] })
    })

    test('stores values that are too large for their columns in `raw`', async () => {
      const { lcd } = createTestLcd({ flows: 3 })
      const database = await newDatabase()
      const tooLarge = '1'.repeat(39)
      const packet = `${2n ** 64n - 1n}`
      const coins = [
        { denom: 'uinto', amount: tooLarge },
        { denom: 'ibc/2', amount: '7' },
      ]
      lcd.execute(1, { outcome: 'succeeded', execFee: coins })
      lcd.execute(2, { outcome: 'succeeded', execFee: [{ denom: 'uinto', amount: '5' }] })
      lcd.fail({
        path: 'history/2?',
        rewrite: rewriteEntries({
          packet_sequences: [packet, '3'],
          scheduled_exec_time: '9999-01-01T00:00:00Z',
        }),
      })
      const agent = { agent_address: 'into1agent', ica_config: {}, fee_config: { fee_coins_supported: coins } }
      lcd.fail({ query: 'trustlessAgents', rewrite: body => ({ ...body, trustless_agents: [agent] }) })
      await sync(chainOf(lcd), { to: database })
      expect(await checkSync(chainOf(lcd), { database })).toMatchObject({ flows: 3, differences: [] })

      const [first] = await rowsOf(database, 'executions', 'flow_id = 1')
      expect(first).toMatchObject({ fee_denoms: ['uinto', 'ibc/2'], fee_amounts: [null, '7'] })
      expect(JSON.parse(`${first?.raw}`)).toEqual({ execFee: coins })
      const [second] = await rowsOf(database, 'executions', 'flow_id = 2')
      expect(second).toMatchObject({ packet_sequences: [null, '3'], scheduled_exec_time: null, fee_amounts: ['5'] })
      const raw = { packetSequences: [packet, '3'], scheduledExecTime: '9999-01-01T00:00:00Z' }
      expect(JSON.parse(`${second?.raw}`)).toEqual(raw)
      const [stored] = await rowsOf(database, 'agents')
      expect(stored).toMatchObject({ fee_amounts: [null, '7'] })
      expect(JSON.parse(`${stored?.raw}`)).toEqual({ feeCoinsSupported: coins })
    })

    test('creates views that support the largest values', async () => {
      const { lcd } = createTestLcd({ flows: 2 })
      const database = await newDatabase()
      const largest = '9'.repeat(38)
      const other = { denom: 'ibc/2', amount: '7' }
      for (const amount of [largest, largest, '1'])
        lcd.execute(1, { outcome: 'succeeded', execFee: [{ denom: 'uinto', amount }, other] })
      lcd.execute(2, { outcome: 'failed', error: 'insufficient funds' })
      lcd.fail({
        path: 'history/2?',
        rewrite: rewriteEntries({
          exec_fee: [],
          scheduled_exec_time: '1679-01-01T00:00:00Z',
          actual_exec_time: '2261-06-01T00:00:00Z',
        }),
      })
      await sync(chainOf(lcd), { to: database })
      const store = await database.open()
      for (const view of Object.keys(store.engine.views)) await store.select(`SELECT * FROM ${view}`)
      await store.close()
      const days = await resultOf(database, 'SELECT denom, total, executions FROM fees_by_day ORDER BY denom')
      // Not all databases have an exact type for a sum with more than 38 digits.
      expect(days.map(({ denom, total }) => [denom, total === null ? null : Number(total)])).toEqual([
        ['ibc/2', 21],
        ['uinto', null],
      ])
    })

    test(`continues after interruptions: ${interruptions} points with seed ${seed}`, {
      timeout: 300_000 + 60_000 * interruptions,
    }, async () => {
      await expectRecoveryFromInterruptions(engine, disk, interruptions, seed)
    })

    test('a sync continues after a full disk', async context => {
      if (!disk) return context.skip()
      await expectRecoveryFromFullDisk(disk)
    })

    describe('rejected syncs', () => {
      async function rejection(
        database: Database,
        lcd: Lcd,
        options = {},
        isExpected: (error: unknown) => boolean = error => isSyncError(error, 'mismatch'),
      ): Promise<string> {
        const before = await snapshotOf(database)
        let open = 0
        const counted: Database = {
          ...database,
          async open() {
            const store = await database.open()
            open++
            return { ...store, close: () => store.close().finally(() => open--) }
          },
        }
        const error: unknown = await sync(chainOf(lcd), { to: counted, ...options }).catch((error: unknown) => error)
        expect(isExpected(error)).toBe(true)
        expect(open).toBe(0)
        expect(await snapshotOf(database)).toEqual(before)
        return error instanceof Error ? error.message : ''
      }

      async function synced() {
        const { lcd, clock } = createTestLcd()
        clock.advance(60_000)
        const database = await newDatabase()
        await sync(chainOf(lcd), { to: database })
        return { lcd, clock, database }
      }

      test('rejects a node of another chain without changing the database', async () => {
        const { database } = await synced()
        const other = createTestLcd({ seed: 2 })
        other.clock.advance(90_000)
        expect(await rejection(database, other.lcd)).toContain(
          'It belongs to another chain, or was reset to an earlier block',
        )
      })

      test('rejects a node that was reset to an earlier block', async () => {
        const { lcd, database } = await synced()
        const { height, ...state } = lcd.state
        const restored = createLcd({ state: { ...state, height: height - 50 } })
        expect(await rejection(database, restored, {}, isFlowQueryError)).toContain(
          `The node is at block ${height - 50}, but `,
        )
      })

      test('rejects a chain with another name', async () => {
        const { lcd, database } = await synced()
        const renamed = sync({ ...chainOf(lcd), chainId: 'test-2' }, { to: database })
        await expect(renamed).rejects.toThrow('contains test-1, not test-2. Choose another database')
      })

      test('rejects another selection of flows', async () => {
        const { lcd, database } = await synced()
        const [flow] = lcd.state.flows
        expect(await rejection(database, lcd, { owner: flow?.owner })).toContain(
          'contains the flows of all owners, not',
        )
        expect(await rejection(database, lcd, { from: 3 })).toContain(
          'contains the flows from 1 on, not the flows from 3 on',
        )
      })

      test('rejects a database if another program has a table or view with the same name', async () => {
        const { lcd } = createTestLcd()
        for (const name of ['flows', 'sync_state', 'owners']) {
          const database = await newDatabase()
          await define(database, [foreignTable(engine, name)])
          expect(await rejection(database, lcd)).toContain(
            `has a table or view \`${name}\` that does not belong to flow-query`,
          )
        }
      })

      test('rejects a database of a newer version', async () => {
        const { lcd, database } = await synced()
        await setSchemaVersion(database, 99)
        const refused = sync(chainOf(lcd), { to: database })
        await expect(refused).rejects.toThrow(
          'has version 99 of the schema, but this package supports only versions up to 6. Install',
        )
      })
    })

    test.each([
      ['forecasts', 'forecasts'],
      ['upcoming_failures', 'forecasts'],
      ['brier_scores', 'predictions'],
    ])('an upgrade rejects the table %s of another program', async (name, missing) => {
      const { lcd } = createTestLcd({ flows: 3 })
      const database = await newDatabase()
      await sync(chainOf(lcd), { to: database })
      await setSchemaVersion(database, 2)
      const store = await database.open()
      const views = Object.keys(store.engine.views).toReversed()
      await store.define([...views.map(store.engine.dropView), `DROP TABLE ${missing}`, foreignTable(engine, name)])
      await store.close()
      await expect(sync(chainOf(lcd), { to: database })).rejects.toThrow(
        `has a table or view \`${name}\` that does not belong to flow-query`,
      )
    })

    test('upgrades a database of version 3, which has no time of a block', async () => {
      const { lcd } = createTestLcd({ flows: 3 })
      lcd.execute(2, { outcome: 'succeeded', answerAfter: 0 })
      lcd.fail({ path: 'history/2?', rewrite: rewriteEntries({ executed: true, timed_out: true }) })
      const database = await newDatabase()
      await sync(chainOf(lcd), { to: database })
      const before = await openTables(await database.open())
      const [run] = await before.readRows('executions', 'flow_id = 2')
      expect(run).toMatchObject({ outcome: 'succeeded', problem: null })
      await before.write({ executions: [{ ...run, outcome: 'timedOut', problem: 'timedOut' }] })
      await before.close()
      await setSchemaVersion(database, 3)
      const store = await database.open()
      const views = Object.keys(store.engine.views).toReversed()
      const drop = blockTimeColumns(store.engine).map(column => `ALTER TABLE sync_state DROP COLUMN ${column}`)
      await store.define([...views.map(store.engine.dropView), ...drop])
      await store.close()
      expect(await checkSync(chainOf(lcd), { database, sample: 1 })).toMatchObject({ flows: 1 })

      await sync(chainOf(lcd), { to: database })
      const [state] = await rowsOf(database, 'sync_state')
      expect(state).toMatchObject({ schema_version: '6', block_time: expect.any(String) })
      expect(await rowsOf(database, 'executions', 'flow_id = 2')).toEqual([run])
    })

    test('upgrades tables of an older version', async () => {
      const { lcd, clock } = createTestLcd({ flows: 3 })
      clock.advance(60_000)
      lcd.execute(1, { outcome: 'feeNotCollected' })
      const database = await newDatabase()
      await sync(chainOf(lcd), { to: database })
      const before = await openTables(await database.open())
      // Version 1 did not have this outcome.
      const uncollected = await before.readRows('executions', "outcome = 'feeNotCollected'")
      expect(uncollected).toHaveLength(1)
      const asBefore = uncollected.map(row => ({ ...row, outcome: 'failed', problem: 'insufficientFunds' }))
      await before.write({ executions: asBefore })
      await before.close()
      await setSchemaVersion(database, 1)
      const store = await database.open()
      const views = Object.keys(store.engine.views).toReversed()
      await store.define([
        ...views.map(store.engine.dropView),
        ...['executions', 'agents'].map(table => `ALTER TABLE ${table} DROP COLUMN raw`),
        ...blockTimeColumns(store.engine).map(column => `ALTER TABLE sync_state DROP COLUMN ${column}`),
        'DROP TABLE forecasts',
        'DROP TABLE predictions',
      ])
      await store.close()

      // Upgrades twice, because an upgrade can be interrupted before it has written the version.
      for (let time = 0; time < 2; time++) {
        const tables = await openTables(await database.open())
        await tables.create()
        await tables.close()
      }
      await sync(chainOf(lcd), { to: database, forecastWithin: 86_400_000 })
      const [upgraded] = await rowsOf(database, 'sync_state')
      expect(upgraded).toMatchObject({ schema_version: '6' })
      expect(await rowsOf(database, 'forecasts')).not.toEqual([])
      expect(await rowsOf(database, 'predictions')).not.toEqual([])
      expect(await checkSync(chainOf(lcd), { database })).toMatchObject({ flows: 3, differences: [] })
    })
  })
}

function foreignTable({ name }: TestEngine, table: string): string {
  return name === 'ClickHouse'
    ? `CREATE TABLE ${table} (thing String) ENGINE = MergeTree ORDER BY thing`
    : `CREATE TABLE ${table} (thing VARCHAR)`
}

function blockTimeColumns(engine: Engine): string[] {
  return engine.columnNames({ block_time: { kind: 'time', nullable: true, means: '' } })
}

/** The columns and write counter of a database, which show any change. */
async function snapshotOf(database: Database): Promise<unknown> {
  const store = await database.open()
  try {
    const columns = await store.columns()
    const rows = columns.get('sync_state')?.includes('writes')
      ? await store.select(`SELECT writes FROM ${store.engine.newest('sync_state')}`)
      : []
    return { columns, rows }
  } finally {
    await store.close()
  }
}
