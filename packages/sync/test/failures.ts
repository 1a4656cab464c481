import { inspect } from 'node:util'
import { expect } from 'vitest'
import { type Database, databaseAt, isSyncError, type SyncErrorKind, sync } from '../src/index.js'
import type { EngineDisk } from './engines.js'
import { chainOf, createTestLcd, expectSame } from './truth.js'

/** The message of a sync that a database refuses, which holds no password in any part of it. */
export async function failureOf(database: Database, kind: SyncErrorKind = 'database'): Promise<string> {
  const { lcd } = createTestLcd({ flows: 3 })
  const error: unknown = await sync(chainOf(lcd), { to: database }).catch((error: unknown) => error)
  expect(inspect(error, { depth: 20, showHidden: true })).not.toContain('hunter2')
  if (!isSyncError(error, kind)) throw error
  return error.message
}

/** A disk that is full ends a sync; with room on it again, the next one goes on. */
export async function expectToOutliveFullDisk(disk: EngineDisk): Promise<void> {
  const { lcd, clock } = createTestLcd()
  const database = databaseAt(await disk.newTarget())
  await sync(chainOf(lcd), { to: database })
  clock.advance(3_600_000)
  for (let flow = 0; flow < 100; flow++) lcd.addFlow({ label: randomText(10_000) })
  disk.fill(64)
  await expect(sync(chainOf(lcd), { to: database, batchSize: 20 })).rejects.toMatchObject({
    name: 'SyncError',
    kind: 'database',
    advice: 'Once that is mended, run it again: it goes on where it was.',
  })
  await disk.empty()
  await sync(chainOf(lcd), { to: database })
  await expectSame(database, lcd)
}

/** Nothing that could be compressed. */
function randomText(length: number): string {
  return Array.from({ length }, () => String.fromCharCode(33 + Math.floor(Math.random() * 90))).join('')
}
