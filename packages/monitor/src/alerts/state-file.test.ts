import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Alert } from './alert.js'
import { addAlerts, emptyOutbox } from './outbox.js'
import { fileStore } from './state-file.js'
import type { MonitorState } from './state-schema.js'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flow-query-state-'))
  path = join(folder, 'state.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

const alert: Alert = {
  id: 'a',
  kind: 'flow.failing',
  status: 'open',
  at: '2026-06-15T12:00:00.000Z',
  flow: { id: '1', label: '“Rent” \ud83d', owner: 'into1owner' },
  run: 1,
  cause: 'other',
  title: 'Failing',
  text: null,
  stops: false,
}
const state: MonitorState = {
  incidents: {
    block: { height: 5, time: 1 },
    checkedAt: 1,
    open: { 'flow.failing 1': { alert, anchor: 'x', openedAt: 1, dueAt: null } },
    begun: 1,
  },
  outbox: { ...addAlerts(emptyOutbox, [alert], 0, 1), omitted: { 'flow.failing': 2 } },
  disabledWebhook: null,
}

test('returns the state that was saved', async () => {
  await fileStore(path, 'test-1').save(state)
  expect(await fileStore(path, 'test-1').load()).toEqual(state)
})

test('a file of an older version is refused and not changed', async () => {
  const content = JSON.stringify({ format: 'flow-query monitor 1', chain: 'test-1', writer: 'a', ...state })
  writeFileSync(path, content)
  await expect(fileStore(path, 'test-1').load()).rejects.toMatchObject({
    message: `${path} was written by an older version of the monitor.`,
    advice: expect.stringContaining('or delete this one'),
  })
  expect(readFileSync(path, 'utf8')).toBe(content)
})

/** Saves the state, changes it in the file, and returns the error of the next start. */
async function errorAfter(change: (stored: Record<string, never>) => void): Promise<unknown> {
  await fileStore(path, 'test-1').save(state)
  const stored = JSON.parse(readFileSync(path, 'utf8'))
  change(stored)
  writeFileSync(path, JSON.stringify(stored))
  return fileStore(path, 'test-1')
    .load()
    .catch(error => error)
}

describe('a damaged file', () => {
  const fields = [
    'incidents',
    'incidents.block',
    'incidents.block.height',
    'incidents.checkedAt',
    'incidents.open',
    'incidents.open["flow.failing 1"].alert',
    'incidents.open["flow.failing 1"].alert.at',
    'incidents.open["flow.failing 1"].openedAt',
    'outbox',
    'outbox.pending',
    'outbox.messages',
    'outbox.messages[0].alerts',
    'outbox.messages[0].counts',
    'outbox.messages[0].nextAttempt',
    'disabledWebhook',
  ]
  const keysOf = (field: string) =>
    Array.from(
      field.matchAll(/\["([^"]+)"\]|\[(\d+)\]|(\w+)/g),
      ([, quoted, index, name]) => quoted ?? index ?? name ?? '',
    )

  test.each(fields.flatMap(field => [[field, 'missing', undefined] as const, [field, 'invalid', true] as const]))(
    'names the field %s if it is %s',
    async (field, problem, value) => {
      const error = await errorAfter(stored => {
        const keys = keysOf(field)
        const last = keys.pop() ?? ''
        const parent = keys.reduce<Record<string, never>>((one, key) => one[key] ?? {}, stored)
        Object.assign(parent, { [last]: value })
      })
      expect(error).toMatchObject({ name: 'MonitorError', kind: 'state' })
      expect(String(error)).toContain(`is damaged: \`${field}`)
      expect(String(error)).toContain(problem)
      expect((error as { advice: string }).advice).toContain('or delete this one')
    },
  )
})
