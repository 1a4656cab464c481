import { changesFrom } from '@flow-query/core/live'
import { createDueRuns, dueRun } from '@flow-query/core/parts/runs'
import { expect, test } from 'vitest'
import { createCachedDueRuns } from './due-runs.js'

test.each([
  { seconds: -1, histories: ['1'] },
  { seconds: 60, histories: [] },
])('an update of a flow that is due in $seconds seconds changes the histories $histories', ({ seconds, histories }) => {
  const dueRuns = createCachedDueRuns(createDueRuns())
  const execTime = new Date(Date.now() + seconds * 1_000).toISOString()
  dueRuns.remember([{ run: dueRun({ id: '1', execTime }), accounts: [] }])
  const changes = dueRuns.updatedWhileDue(changesFrom([{ type: 'updated', id: '1', owner: null, height: 5 }]))
  expect(changes).toEqual(
    histories.map(id => ({ kind: 'newest', query: { name: 'flowHistory', id }, certainty: 'possible' })),
  )
})
