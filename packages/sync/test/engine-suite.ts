import { readFileSync } from 'node:fs'
import { createLcd, type Lcd, stateFromRecording } from '@flow-query/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkSync, type Database, databaseAt, isSyncError, sync } from '../src/index.js'
import { openTables } from '../src/tables.js'
import type { EngineDisk, TestEngine } from './engines.js'
import { expectToOutliveFullDisk } from './failures.js'
import { outlivesInterruptions } from './kill.js'
import { at, chainOf, createTestLcd, expectSame } from './truth.js'
import { expectTrueViews } from './views-suite.js'

function recording(name: string) {
  return JSON.parse(readFileSync(new URL(`../../testing/recordings/${name}`, import.meta.url), 'utf8'))
}

/** How many syncs are ended at random points; `npm run soak -- sync` ends more. */
const interruptions = Number(process.env.FLOW_QUERY_INTERRUPTIONS ?? 4)
const seed = Number(process.env.FLOW_QUERY_SEED ?? 1)

/** What holds for every engine, against a real one. */
export function describeEngine(engine: TestEngine): void {
  if (engine.missing) console.warn(`Left out: ${engine.name}. ${engine.missing}`)
  const newDatabase = async () => databaseAt(await engine.newTarget())

  describe.runIf(!engine.missing)(engine.name, () => {
    let disk: EngineDisk | undefined
    beforeAll(async () => {
      await engine.start()
      disk = await engine.newDisk()
      if (!disk) console.warn(`Left out: ${engine.name} on a disk that is full. Nothing may be mounted here.`)
    })
    afterAll(async () => {
      await disk?.remove()
      await engine.stop()
    })

    test.each(Object.entries<string>(recording('releases.json')))('the recorded chain %s', async (folder, release) => {
      const lcd = createLcd({ release, state: stateFromRecording(recording(`${folder}/state.json`)) })
      const database = await newDatabase()
      const { height, flows } = await sync(chainOf(lcd), { to: database })
      expect({ height, flows }).toEqual({ height: lcd.height, flows: lcd.state.flows.length })
      await expectSame(database, lcd)
      expect(await checkSync(chainOf(lcd), { of: database })).toMatchObject({ height, flows, differences: [] })
    })

    test('a chain that goes on', async () => {
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

    test('the views are true', async () => {
      await expectTrueViews(await newDatabase())
    })

    test('whatever somebody typed', async () => {
      const { lcd } = createTestLcd({ flows: 1 })
      const database = await newDatabase()
      const texts = [
        '',
        '🚀 日本語',
        `'"\\`,
        '</script>',
        '\n\t\r',
        '\\u0000',
        '$1 {} [] ? %s',
        '$rows$ $rows_$ $$ ; ROLLBACK',
        '\u2028',
        'x'.repeat(10_000),
      ]
      for (const label of texts)
        lcd.addFlow({
          label,
          execTime: at(1_000),
          msgs: [{ '@type': '/x.Msg', memo: label, 'a.b c': [1, null, true] }],
        })
      await sync(chainOf(lcd), { to: database })
      await expectSame(database, lcd)
      await fc.assert(
        fc.asyncProperty(fc.array(fc.string({ unit: 'binary' }), { maxLength: 20 }), async labels => {
          const stored = labels.map(
            label => lcd.addFlow({ label, execTime: at(1_000), msgs: [{ '@type': '/x.Msg', memo: label }] }).id,
          )
          await sync(chainOf(lcd), { to: database })
          expect(await checkSync(chainOf(lcd), { of: database })).toMatchObject({ differences: [] })
          expect(stored).toHaveLength(labels.length)
        }),
        { numRuns: 10 },
      )
    })

    test('what no database keeps of a text is told as �', async () => {
      const { lcd } = createTestLcd({ flows: 1 })
      const database = await newDatabase()
      lcd.addFlow({ label: 'a\0b\\u0000c', execTime: at(1_000), msgs: [{ '@type': '/x.Msg', memo: 'a\0b\\\0' }] })
      await sync(chainOf(lcd), { to: database })
      const [row] = await rowsOf(database, 'flows', 'flow_id = 2')
      expect(row).toMatchObject({ label: 'a�b\\u0000c' })
      expect(JSON.parse(`${row?.flow}`)).toMatchObject({ label: 'a�b\\u0000c', msgs: [{ memo: 'a�b\\�' }] })
    })

    test('amounts are exact, and what they add up to', async () => {
      const { lcd } = createTestLcd({ flows: 2 })
      const database = await newDatabase()
      const large = '9'.repeat(37)
      for (const amount of [large, '1'])
        lcd.execute(1, {
          outcome: 'succeeded',
          execFee: [
            { denom: 'uinto', amount },
            { denom: 'ibc/2', amount: '7' },
          ],
        })
      await sync(chainOf(lcd), { to: database })
      const store = await database.open()
      const sums = await store
        .select('SELECT denom, CAST(sum(amount) AS VARCHAR(80)) AS total FROM fees GROUP BY denom ORDER BY denom')
        .catch(() => store.select('SELECT denom, sum(amount) AS total FROM fees GROUP BY denom ORDER BY denom'))
      await store.close()
      expect(sums.map(({ denom }) => denom)).toEqual(['ibc/2', 'uinto'])
    })

    test(`ended anywhere, it goes on where it was: ${interruptions} points of seed ${seed}`, {
      timeout: 300_000 + 60_000 * interruptions,
    }, async () => {
      await outlivesInterruptions(engine, disk, interruptions, seed)
    })

    test('a disk that is full', async context => {
      if (!disk) return context.skip()
      await expectToOutliveFullDisk(disk)
    })

    describe('nothing is changed', () => {
      async function refusal(database: Database, lcd: Lcd, options = {}): Promise<string> {
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
        expect(isSyncError(error, 'mismatch')).toBe(true)
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

      test('by the node of another chain', async () => {
        const { database } = await synced()
        const other = createTestLcd({ seed: 2 })
        other.clock.advance(90_000)
        expect(await refusal(database, other.lcd)).toContain(
          'it is of another chain, or was taken back to an earlier block',
        )
      })

      test('by a node that went back', async () => {
        const { lcd, database } = await synced()
        const { height, ...state } = lcd.state
        const restored = createLcd({ state: { ...state, height: height - 50 } })
        expect(await refusal(database, restored)).toContain(`The node is at block ${height - 50}, and `)
      })

      test('by a chain of another name', async () => {
        const { lcd, database } = await synced()
        const renamed = sync({ ...chainOf(lcd), chainId: 'test-2' }, { to: database })
        await expect(renamed).rejects.toThrow('holds test-1, and not test-2. Choose another database')
      })

      test('by another selection of flows', async () => {
        const { lcd, database } = await synced()
        const [flow] = lcd.state.flows
        expect(await refusal(database, lcd, { owner: flow?.owner })).toContain('holds the flows of all owners, and not')
        expect(await refusal(database, lcd, { from: 3 })).toContain('holds flows from 1 on, and not those from 3 on')
      })

      test("where somebody else's table or view has a name of ours", async () => {
        const { lcd } = createTestLcd()
        for (const name of ['flows', 'sync_state', 'owners']) {
          const database = await newDatabase()
          const store = await database.open()
          await store.define([foreignTable(engine, name)])
          await store.close()
          expect(await refusal(database, lcd)).toContain(`has a table or view \`${name}\` that is not of flow-query`)
        }
      })

      test('in a database of a newer version', async () => {
        const { lcd, database } = await synced()
        const store = await database.open()
        const [state] = await (await openTables(store)).readRows('sync_state', '1 = 1')
        await store.write({ sync_state: [{ ...state, schema_version: '99', writes: '99' }] })
        await store.close()
        const refused = sync(chainOf(lcd), { to: database })
        await expect(refused).rejects.toThrow(
          'has version 99 of the schema, and this package knows those up to 1. Install',
        )
      })
    })

    test('tables of an older version become new ones, and keep what they hold', async () => {
      const { lcd } = createTestLcd({ flows: 3 })
      const database = await newDatabase()
      await sync(chainOf(lcd), { to: database })
      const newer: Database = {
        name: database.name,
        async open() {
          const store = await database.open()
          const migrations = [
            [`ALTER TABLE flows ADD COLUMN note ${engine.name === 'ClickHouse' ? 'String' : 'VARCHAR'}`],
          ]
          return { ...store, engine: { ...store.engine, migrations } }
        },
      }
      await sync(chainOf(lcd), { to: newer })
      await sync(chainOf(lcd), { to: newer })
      const store = await database.open()
      expect((await store.columns()).get('flows')).toContain('note')
      await store.close()
      await expect(sync(chainOf(lcd), { to: database })).rejects.toThrow('has version 2 of the schema')
      expect(await checkSync(chainOf(lcd), { of: newer })).toMatchObject({ flows: 3, differences: [] })
    })
  })

  async function rowsOf(database: Database, table: 'flows' | 'executions', where: string) {
    const tables = await openTables(await database.open())
    const rows = await tables.readRows(table, where)
    await tables.close()
    return rows
  }
}

function foreignTable({ name }: TestEngine, table: string): string {
  return name === 'ClickHouse'
    ? `CREATE TABLE ${table} (thing String) ENGINE = MergeTree ORDER BY thing`
    : `CREATE TABLE ${table} (thing VARCHAR)`
}

/** All that can be seen of a database. */
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
