import { createHash } from 'node:crypto'
import { inspect } from 'node:util'
import { expect } from 'vitest'
import { type Database, databaseAt, isSyncError, type SyncErrorKind, sync } from '../src/index.js'
import type { EngineDisk } from './engines.js'
import { chainOf, createTestLcd, expectSame } from './truth.js'

/** Returns the error message of a sync that fails. Checks that no part of the error contains the password. */
export async function failureOf(database: Database, kind: SyncErrorKind = 'database'): Promise<string> {
  const { lcd } = createTestLcd({ flows: 3 })
  const error: unknown = await sync(chainOf(lcd), { to: database }).catch((error: unknown) => error)
  expect(inspect(error, { depth: 20, showHidden: true })).not.toContain('hunter2')
  if (!isSyncError(error, kind)) throw error
  return error.message
}

/** Checks that a sync fails on a full disk, and that the next one continues when there is space again. */
export async function expectRecoveryFromFullDisk(disk: EngineDisk): Promise<void> {
  const { lcd, clock } = createTestLcd()
  const database = databaseAt(await disk.newTarget())
  await sync(chainOf(lcd), { to: database })
  clock.advance(3_600_000)
  for (let flow = 0; flow < 100; flow++) lcd.addFlow({ label: incompressibleText(flow) })
  disk.fill(64)
  await expect(sync(chainOf(lcd), { to: database, batchSize: 20 })).rejects.toMatchObject({
    name: 'SyncError',
    kind: 'database',
    advice: 'Fix the problem. The next sync continues where this one stopped.',
  })
  await disk.empty()
  await sync(chainOf(lcd), { to: database })
  await expectSame(database, lcd)
}

/** Returns a text that can hardly be compressed, a different one for each number. */
function incompressibleText(number: number): string {
  return createHash('shake256', { outputLength: 7_500 }).update(`${number}`).digest('base64')
}
